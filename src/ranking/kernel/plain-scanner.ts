import { BLOCK_SIZE } from "../packed-format.ts";
import type { Sections } from "../read-sections.ts";
import { FOUND_MAX, MARKS_MAX, type ScannedPlan, type Scanner, VALUE_BITS } from "./scanner.ts";

const VALUE_MASK = 2 ** VALUE_BITS - 1;

interface Cursor {
  run: number;
  readonly end: number;
  readonly units: number;
}

interface CursorAsk {
  readonly sign: 1 | -1;
  readonly cursors: readonly Cursor[];
}

/** The accumulators for one block of songs. */
interface Sums {
  readonly score: Int32Array;
  /** For each song, the points of its best term of the ask, with a mark in the upper bits that identifies the ask. */
  readonly best: Int32Array;
  marks: number;
}

/** The scan's inner loops in TypeScript. It runs where WebAssembly is missing, and tests compare the kernel with it. */
export function plainScanner(sections: Sections): Scanner {
  const songs = Math.min(sections.counts[0] ?? 0, BLOCK_SIZE);
  const sums: Sums = { score: new Int32Array(songs), best: new Int32Array(songs), marks: 0 };
  const found = new Uint32Array(FOUND_MAX);
  const earned = new Int32Array(FOUND_MAX);
  let asks: readonly CursorAsk[] = [];
  let swept = 0;

  return {
    kind: "TypeScript",
    found,
    earned,
    doubts: new Int32Array(0),
    isJudge: false,
    cut: () => 0,
    begin: (plan) => {
      asks = plan.asks.map((ask) => cursorsOf(sections, ask));
    },
    add: (block) => {
      swept = 0;
      for (const { sign, cursors } of asks) addAsk(sections, sums, sign, cursorsIn(sections, cursors, block));
    },
    sweep: (_block, to, { floor }) => {
      const { score } = sums;
      let count = 0;
      for (; swept < to && count < FOUND_MAX; swept++) {
        const sum = score[swept] ?? 0;
        score[swept] = 0;
        if (sum <= floor) continue;
        found[count] = swept;
        earned[count++] = sum;
      }
      return count;
    },
    nearest: (query, from, to, floor) => {
      const { signatures } = sections;
      let count = 0;
      for (let song = from; song < to; song++) {
        let sum = 0;
        for (let at = 0; at < query.length; at++) sum += (query[at] ?? 0) * (signatures[song * query.length + at] ?? 0);
        if (sum <= floor) continue;
        found[count] = song;
        earned[count++] = sum;
      }
      return count;
    },
    screen: () => undefined,
    judge: (count) => count,
    clear: () => void sums.score.fill(0),
  };
}

function cursorsOf({ runStarts }: Sections, { sign, terms }: ScannedPlan["asks"][number]): CursorAsk {
  const cursors = terms.map(({ term: { term }, units }) => ({
    run: runStarts[term] ?? 0,
    end: runStarts[term + 1] ?? 0,
    units,
  }));
  return { sign, cursors };
}

/** Returns the cursors whose next run is in the block. */
function cursorsIn({ runBlocks }: Sections, cursors: readonly Cursor[], block: number): readonly Cursor[] {
  return cursors.filter((cursor) => cursor.run < cursor.end && runBlocks[cursor.run] === block);
}

/** Adds one ask's runs in a block, and advances their cursors. */
function addAsk(sections: Sections, sums: Sums, sign: 1 | -1, cursors: readonly Cursor[]): void {
  const mark = cursors.length > 1 ? nextMark(sums) : 0;
  for (const cursor of cursors) {
    if (mark === 0) addOnly(sections, sums, cursor.run, cursor.units * sign);
    else addBest(sections, sums, cursor, sign, mark);
    cursor.run++;
  }
}

/** Returns a mark that no entry of `best` has. */
function nextMark(sums: Sums): number {
  if (sums.marks === MARKS_MAX) {
    sums.best.fill(0);
    sums.marks = 0;
  }
  return ++sums.marks << VALUE_BITS;
}

/** Adds an ask's only run. */
function addOnly({ runEnds, locals, impacts }: Sections, { score }: Sums, run: number, units: number): void {
  const end = runEnds[run] ?? 0;
  for (let at = startOf(runEnds, run); at < end; at++) {
    const local = locals[at] ?? 0;
    score[local] = (score[local] ?? 0) + (impacts[at] ?? 0) * units;
  }
}

/**
 * Adds one of an ask's several runs. The best term counts in full and each other one a quarter, whatever their order.
 * `best` is not cleared between asks, because entries of another ask have another mark.
 */
function addBest(
  { runEnds, locals, impacts }: Sections,
  { score, best }: Sums,
  { run, units }: Cursor,
  sign: 1 | -1,
  mark: number,
): void {
  const end = runEnds[run] ?? 0;
  for (let at = startOf(runEnds, run); at < end; at++) {
    const local = locals[at] ?? 0;
    const value = (impacts[at] ?? 0) * units;
    const kept = best[local] ?? 0;
    const former = (kept & ~VALUE_MASK) === mark ? kept & VALUE_MASK : 0;
    if (value > former) {
      best[local] = mark | value;
      score[local] = (score[local] ?? 0) + sign * (value - former + (former >> 2));
    } else {
      score[local] = (score[local] ?? 0) + sign * (value >> 2);
    }
  }
}

function startOf(runEnds: Uint32Array, run: number): number {
  return run === 0 ? 0 : (runEnds[run - 1] ?? 0);
}
