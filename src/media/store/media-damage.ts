import { formatMediaRef, type StoredRef } from "../../../schema/media-ref.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { deleteDamaged, isDamaged, putDamaged } from "./damage-store.ts";

/** Remembers which objects have other bytes than their digests say. */
export class MediaDamage {
  readonly #db: ServiceDb;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor({ db, clock, log }: { readonly db: ServiceDb; readonly clock: Clock; readonly log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  async has(ref: StoredRef): Promise<boolean> {
    return await this.#db.read(isDamaged(this.#db, formatMediaRef(ref)));
  }

  async note(ref: StoredRef): Promise<void> {
    const text = formatMediaRef(ref);
    const now = this.#clock.now();
    const isNew = await this.#db.write(function* (tx) {
      const wasDamaged = yield* isDamaged(tx, text);
      yield* putDamaged(tx, text, now);
      return !wasDamaged;
    });
    if (isNew) this.#log.error({ ref: text }, "an object in the store of media is damaged; run doctor");
  }

  /** The object was stored again, was removed, or has the right bytes. */
  async clear(ref: StoredRef): Promise<void> {
    if (!(await this.has(ref))) return;
    const text = formatMediaRef(ref);
    const wasDamaged = await this.#db.write(function* (tx) {
      if (!(yield* isDamaged(tx, text))) return false;
      yield* deleteDamaged(tx, text);
      return true;
    });
    if (wasDamaged) this.#log.info({ ref: text }, "a damaged object in the store of media was replaced or removed");
  }
}
