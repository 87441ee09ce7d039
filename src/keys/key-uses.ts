import { messageOf } from "../lib/assert.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { updateKeyRow } from "./store.ts";

/**
 * Collects when keys are used, and writes it all at once, so that no request writes and a key is written at most once per
 * `write`. It holds one time per key that was used since. `stop` writes the rest.
 */
export class KeyUses implements Service {
  readonly name = "key uses";
  readonly #db: ServiceDb;
  readonly #log: Log;
  #times = new Map<string, number>();

  constructor({ db, log }: { readonly db: ServiceDb; readonly log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  /** Remembers that a key, which must exist, was used at `now`. */
  note(keyId: string, now: number): void {
    this.#times.set(keyId, now);
  }

  /** Writes what was noted before the call. If that fails, the next call writes it. */
  async write(): Promise<void> {
    if (this.#times.size === 0) return;
    const times = this.#times;
    this.#times = new Map();
    try {
      await this.#db.write(function* (tx) {
        for (const [keyId, lastUsedAt] of times) yield* updateKeyRow(tx, keyId, { lastUsedAt });
      });
    } catch (error) {
      this.#times = new Map([...times, ...this.#times]);
      throw error;
    }
  }

  start(): void {
    // A duty calls `write`.
  }

  async stop(): Promise<void> {
    try {
      await this.write();
    } catch (error) {
      this.#log.warn({ error: messageOf(error) }, "the last use of keys could not be written");
    }
  }
}
