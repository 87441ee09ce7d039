/** A step of the scroll position that is longer than this part of the window is too fast to read. */
const FAST_PART = 0.25;
/** A single long step is a jump: a key, a link or a click on the scrollbar. */
const FAST_STEPS_MIN = 3;
/** Steps of one movement are not further apart. */
const STEP_MS_MAX = 100;

/** Tells whether a page is scrolled faster than anybody can read. Positions are in pixels, times in milliseconds. */
export class ScrollSpeed {
  #position: number;
  #at = 0;
  #fastSteps = 0;

  constructor(position: number) {
    this.#position = position;
  }

  /** Takes a step, and returns whether the movement is too fast to read. */
  isFast(position: number, at: number, windowPixels: number): boolean {
    const isLong = Math.abs(position - this.#position) > windowPixels * FAST_PART;
    const isSameMovement = at - this.#at <= STEP_MS_MAX;
    this.#fastSteps = isLong ? (isSameMovement ? this.#fastSteps : 0) + 1 : 0;
    this.#position = position;
    this.#at = at;
    return this.#fastSteps >= FAST_STEPS_MIN;
  }
}
