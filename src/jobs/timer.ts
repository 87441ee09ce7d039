/** Waiting is passed in like the clock, so that tests let it pass. */
export interface Timer {
  /** Runs `effect` once after `delayMs`; at 0, as soon as what is running now has ended. Returns what calls it off. */
  after(delayMs: number, effect: () => void): () => void;
}

/** The longest wait that `setTimeout` takes; beyond it, it would fire at once. */
const WAIT_MAX_MS = 2 ** 31 - 1;

export const systemTimer: Timer = {
  after(delayMs, effect) {
    if (delayMs <= 0) {
      const immediate = setImmediate(effect);
      return () => clearImmediate(immediate);
    }
    const timeout = setTimeout(effect, Math.min(delayMs, WAIT_MAX_MS));
    return () => clearTimeout(timeout);
  },
};
