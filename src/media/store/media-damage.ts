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

  has(ref: StoredRef): boolean {
    return isDamaged(this.#db, formatMediaRef(ref));
  }

  note(ref: StoredRef): void {
    const text = formatMediaRef(ref);
    if (!this.has(ref)) this.#log.error({ ref: text }, "an object in the store of media is damaged; run doctor");
    this.#db.transaction((tx) => putDamaged(tx, text, this.#clock.now()));
  }

  /** The object was stored again, was removed, or has the right bytes. */
  clear(ref: StoredRef): void {
    if (!this.has(ref)) return;
    const text = formatMediaRef(ref);
    this.#db.transaction((tx) => deleteDamaged(tx, text));
    this.#log.info({ ref: text }, "a damaged object in the store of media was replaced or removed");
  }
}
