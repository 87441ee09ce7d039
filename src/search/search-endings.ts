import type { ServiceDb, Writing } from "../db/service-db.ts";

const TOPIC = "search-endings";

/** Tells those who wait for a search that one of its executions has ended, here or on another node. They can be woken without reason. */
export class SearchEndings {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** From now on, announces what ends on other nodes. */
  listenTo(db: Pick<ServiceDb, "onWake">): void {
    db.onWake(TOPIC, (searchId) => {
      for (const id of searchId === null ? [...this.#waiting.keys()] : [searchId]) this.announce(id);
    });
  }

  announce(searchId: string): void {
    for (const wake of this.#waiting.get(searchId) ?? []) wake();
  }

  /** Returns when an execution of the search ends after this call, or when `signal` is aborted. */
  async next(searchId: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wakes = this.#waiting.get(searchId) ?? new Set();
    this.#waiting.set(searchId, wakes.add(resolve));
    const end = (): void => resolve();
    signal.addEventListener("abort", end, { once: true });
    await promise;
    signal.removeEventListener("abort", end);
    wakes.delete(resolve);
    if (wakes.size === 0 && this.#waiting.get(searchId) === wakes) this.#waiting.delete(searchId);
  }
}

/** Announces at the commit on other nodes that an execution of a search has ended. */
export function announceElsewhere(tx: Writing, searchId: string): void {
  tx.wake(TOPIC, searchId);
}
