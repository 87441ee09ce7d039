import { MINUTE_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { CatalogDb } from "./catalog-db.ts";

/** How long a replaced generation stays open for requests that still read it. */
const GRACE_MS = MINUTE_MS;

/** The generations that were replaced and can still be read. */
export class RetiredCatalogs {
  #retired: { readonly db: CatalogDb; retiredAt: number }[] = [];

  isEmpty(): boolean {
    return this.#retired.length === 0;
  }

  add(db: CatalogDb, now: number): void {
    this.#retired.push({ db, retiredAt: now });
  }

  /** Closes those that nothing reads any more. */
  closeOld(now: number): void {
    // The grace period restarts if the clock was set back.
    for (const one of this.#retired) one.retiredAt = Math.min(one.retiredAt, now);
    const old = this.#retired.filter(({ retiredAt }) => !isFresh(retiredAt, now, GRACE_MS));
    if (old.length === 0) return;
    this.#retired = this.#retired.filter((one) => !old.includes(one));
    for (const { db } of old) db.close();
    // The old index has hundreds of megabytes outside the heap, which the garbage collector does not count. Concurrently: a collection
    // that this thread waits for takes up to half a second on busy cores.
    Bun.gc(false);
  }

  closeAll(): void {
    for (const { db } of this.#retired.splice(0)) db.close();
  }
}
