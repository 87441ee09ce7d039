import type { Bar } from "./kernel/scanner.ts";
import { compareRanked, type Ranked } from "./rule.ts";

/** No score is higher. */
const SCORE_MAX = 2 ** 31 - 1;

/** Keeps the best `capacity` songs by doubt, score and place: a binary heap with the worst song on top. */
export class TopSongs {
  readonly #capacity: number;
  readonly #heap: Ranked[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the score that a song without doubt must exceed to get in, if it comes after all songs so far. */
  bar(): number {
    if (this.#heap.length < this.#capacity) return Number.NEGATIVE_INFINITY;
    const worst = this.#heap[0];
    if (worst === undefined) return SCORE_MAX;
    return worst.doubt > 0 ? Number.NEGATIVE_INFINITY : worst.score;
  }

  /** Returns the bar for a song that comes after all songs so far, with its doubt. */
  barWith(floor: number): Bar {
    const worst = this.#heap.length < this.#capacity ? undefined : this.#heap[0];
    if (worst === undefined) return { floor, doubt: SCORE_MAX, score: SCORE_MAX };
    return { floor: Math.max(floor, this.bar()), doubt: worst.doubt, score: worst.score };
  }

  offer(song: Ranked): void {
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push(song);
      this.#rise(heap.length - 1);
      return;
    }
    const worst = heap[0];
    if (worst === undefined || compareRanked(song, worst) >= 0) return;
    heap[0] = song;
    this.#sink();
  }

  /** Returns the songs, best first. */
  inOrder(): Ranked[] {
    return this.#heap.toSorted(compareRanked);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const [above, here] = [heap[parent], heap[at]];
      if (above === undefined || here === undefined || compareRanked(here, above) <= 0) return;
      heap[parent] = here;
      heap[at] = above;
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    const moving = heap[0];
    if (moving === undefined) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      let below = heap[child];
      if (below === undefined) break;
      const other = heap[child + 1];
      if (other !== undefined && compareRanked(other, below) > 0) {
        child++;
        below = other;
      }
      if (compareRanked(below, moving) <= 0) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = moving;
  }
}
