import { BLOCK_SIZE } from "../packed-format.ts";
import type { Sections } from "../read-sections.ts";
import { FOUND_MAX, MARKS_MAX, type Scanner, VALUE_BITS } from "./scanner.ts";

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

/** The scan's inner loops in TypeScript: where there is no WebAssembly, and what it is tested against. */
export function plainScanner(sections: Sections): Scanner {
  const songs = Math.min(sections.counts[0] ?? 0, BLOCK_SIZE);
  const score = new Int32Array(songs);
  const best = new Int32Array(songs);
  const found = new Uint32Array(FOUND_MAX);
  const earned = new Int32Array(FOUND_MAX);
  const { runStarts, runBlocks, runEnds, locals, impacts } = sections;
  let asks: readonly CursorAsk[] = [];
  let marks = 0;
  let swept = 0;

  /** A mark that no entry of `best` has, as long as the ask at hand is added. */
  function nextMark(): number {
    if (marks === MARKS_MAX) {
      best.fill(0);
      marks = 0;
    }
    return ++marks << VALUE_BITS;
  }

  function startOf(run: number): number {
    return run === 0 ? 0 : (runEnds[run - 1] ?? 0);
  }

  function addRun({ run }: Cursor, units: number): void {
    const end = runEnds[run] ?? 0;
    for (let at = startOf(run); at < end; at++) {
      const local = locals[at] ?? 0;
      score[local] = (score[local] ?? 0) + (impacts[at] ?? 0) * units;
    }
  }

  /**
   * Keeps the sum at "the best whole, the others a quarter each", whatever the order of the terms. What `best` holds of
   * an ask before has another mark, so it need not be emptied between asks.
   */
  function addBest({ run, units }: Cursor, sign: 1 | -1, mark: number): void {
    const end = runEnds[run] ?? 0;
    for (let at = startOf(run); at < end; at++) {
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

  return {
    kind: "TypeScript",
    found,
    earned,
    doubts: new Int32Array(0),
    isJudge: false,
    cut: () => 0,
    begin: (plan) => {
      asks = plan.asks.map(({ sign, terms }) => ({
        sign,
        cursors: terms.map(({ term: { term }, units }) => ({
          run: runStarts[term] ?? 0,
          end: runStarts[term + 1] ?? 0,
          units,
        })),
      }));
    },
    add: (block) => {
      swept = 0;
      for (const { sign, cursors } of asks) {
        const here = cursors.filter((cursor) => cursor.run < cursor.end && runBlocks[cursor.run] === block);
        const mark = here.length > 1 ? nextMark() : 0;
        for (const cursor of here) {
          if (mark === 0) addRun(cursor, cursor.units * sign);
          else addBest(cursor, sign, mark);
          cursor.run++;
        }
      }
    },
    sweep: (_block, to, { floor }) => {
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
    clear: () => void score.fill(0),
  };
}
