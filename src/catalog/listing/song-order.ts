import type { Steps } from "../../lib/steps.ts";
import { type ListingColumns, UNKNOWN_CODE, UNKNOWN_DAY, UNKNOWN_NUMBER } from "./listing-columns.ts";

export const SORT_FIELDS = ["title", "released_at", "bpm", "duration", "energy"] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Ordinals per native sort, and per step of a merge. */
const RUN_SONGS = 2_048;
const MERGED_PER_STEP = 16_384;

/** All songs in ascending order. Songs without a value come last, in both directions. */
export interface SongOrder {
  readonly ordinals: Uint32Array;
  /** The number of songs that have a value. */
  readonly known: number;
}

/** Sorts the songs by a field. Equal songs keep the catalog's order. */
export function* songOrder(columns: ListingColumns, field: SortField): Steps<SongOrder> {
  const { has, compare } = sortRule(columns, field);
  const known: number[] = [];
  const unknown: number[] = [];
  for (const ordinal of columns.songs.ordinals()) {
    (has(ordinal) ? known : unknown).push(ordinal);
    if (ordinal % MERGED_PER_STEP === 0) yield;
  }
  const ordinals = new Uint32Array(known.length + unknown.length);
  ordinals.set(yield* sorted(Uint32Array.from(known), compare));
  ordinals.set(unknown, known.length);
  return { ordinals, known: known.length };
}

/** Returns the ordinals in the order of a list. Descending, equal songs are in the reverse of the catalog's order. */
export function* walk({ ordinals, known }: SongOrder, isDescending: boolean): Generator<number> {
  for (let at = 0; at < known; at++) yield ordinals[isDescending ? known - 1 - at : at] ?? 0;
  for (let at = known; at < ordinals.length; at++) yield ordinals[at] ?? 0;
}

interface SortRule {
  readonly has: (ordinal: number) => boolean;
  readonly compare: (a: number, b: number) => number;
}

function sortRule(columns: ListingColumns, field: SortField): SortRule {
  const { titles } = columns;
  switch (field) {
    case "title":
      return { has: (one) => titles.hasWords(one), compare: (a, b) => titles.compare(a, b) || a - b };
    case "released_at":
      return byColumn(columns.releasedDay, UNKNOWN_DAY);
    case "bpm":
      return byColumn(columns.bpm, UNKNOWN_NUMBER);
    case "duration":
      return byColumn(columns.seconds, UNKNOWN_NUMBER);
    case "energy":
      return byColumn(columns.energy, UNKNOWN_CODE);
  }
}

function byColumn(column: Uint16Array | Int32Array | Uint8Array, unknown: number): SortRule {
  return {
    has: (one) => column[one] !== unknown,
    compare: (a, b) => (column[a] ?? 0) - (column[b] ?? 0) || a - b,
  };
}

/** A merge sort in steps: runs that are sorted natively, then merged in pairs until one is left. */
function* sorted(values: Uint32Array<ArrayBuffer>, compare: SortRule["compare"]): Steps<Uint32Array> {
  for (let from = 0; from < values.length; from += RUN_SONGS) {
    values.subarray(from, from + RUN_SONGS).sort(compare);
    yield;
  }
  let source = values;
  let target = new Uint32Array(values.length);
  for (let width = RUN_SONGS; width < values.length; width *= 2) {
    for (let from = 0; from < values.length; from += 2 * width) {
      const middle = Math.min(from + width, values.length);
      const end = Math.min(from + 2 * width, values.length);
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        const isLeft = left < middle && (right >= end || compare(source[left] ?? 0, source[right] ?? 0) <= 0);
        target[at] = source[isLeft ? left++ : right++] ?? 0;
        if (at % MERGED_PER_STEP === 0) yield;
      }
    }
    [source, target] = [target, source];
  }
  return source;
}
