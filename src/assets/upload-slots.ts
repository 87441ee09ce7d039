import { Refused, refusal } from "../lib/refusal.ts";
import { BUSY_RETRY_SECONDS, UPLOADS_MAX, UPLOADS_PER_KEY_MAX } from "./limits.ts";

/** How many uploads run at once: in all, and for one key, so that a single client cannot keep the others out. */
export class UploadSlots {
  readonly #byKey = new Map<string, number>();
  readonly #bounds: { readonly inAll: number; readonly perKey: number };
  #running = 0;

  constructor(bounds = { inAll: UPLOADS_MAX, perKey: UPLOADS_PER_KEY_MAX }) {
    this.#bounds = bounds;
  }

  get running(): number {
    return this.#running;
  }

  /** Takes a place, and returns what gives it back. Throws Refused (429) when there is none. */
  take(keyId: string): () => void {
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (this.#running >= this.#bounds.inAll || ofKey >= this.#bounds.perKey) {
      // The body is left unread, so the connection cannot be used again.
      throw new Refused([refusal("uploads_busy", { meta: { limit: this.#bounds.perKey } })], {
        "retry-after": String(BUSY_RETRY_SECONDS),
        connection: "close",
      });
    }
    this.#running++;
    this.#byKey.set(keyId, ofKey + 1);
    return () => this.#giveBack(keyId);
  }

  #giveBack(keyId: string): void {
    this.#running--;
    const left = (this.#byKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#byKey.delete(keyId);
    else this.#byKey.set(keyId, left);
  }
}
