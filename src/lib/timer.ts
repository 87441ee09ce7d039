/** A timer, passed in like the clock, so that tests control it. */
export interface Timer {
  /** Runs `effect` once after `delayMs`; with 0, in the next turn of the event loop. Returns a function that cancels it. */
  after(delayMs: number, effect: () => void): () => void;
}

/** The longest delay of `setTimeout`: a longer one would fire at once. */
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
