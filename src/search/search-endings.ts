/** Tells those who wait for a search that one of its executions has ended. */
export class SearchEndings {
  readonly #waiting = new Map<string, Set<() => void>>();

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
