import type { Jury } from "./jury.ts";
import { BLOCK_SIZE } from "./packed-format.ts";
import type { Plan, PlannedAsk } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { MARK_MASK, VALUE_MASK } from "./scratch.ts";
import type { Ranked } from "./rule.ts";
import { TopSongs } from "./top-songs.ts";

export interface Scanned {
  readonly songs: readonly Ranked[];
  /** Songs with something to say for them that a constraint cut, among those looked at. */
  readonly cut: number;
}

interface Cursor {
  run: number;
  readonly end: number;
  readonly units: number;
}

/**
 * Term at a time over one block of 65,536 songs after the other, so that the accumulators stay in the cache.
 * Constraints are tested last and only on songs that would get in: that is cheaper than a bitmap per search.
 */
export function scan(index: RankingIndex, plan: Plan, judges: Jury, keep: number): Scanned {
  const { score } = index.scratch;
  const cursors = plan.asks.map((planned) => planned.terms.map(({ term, units }) => cursorOf(index, term.term, units)));
  const top = new TopSongs(keep);
  // A brief of constraints alone: every song that is known to meet one of them is a candidate.
  const open = plan.asks.every((planned) => planned.sign < 0);
  let cut = 0;

  for (let block = 0; block * BLOCK_SIZE < index.songCount; block++) {
    const size = Math.min(BLOCK_SIZE, index.songCount - block * BLOCK_SIZE);
    plan.asks.forEach((planned, at) => addAsk(index, block, planned, cursors[at] ?? []));
    try {
      for (let local = 0; local < size; local++) {
        const earned = score[local] ?? 0;
        if (open ? earned < 0 : earned <= 0) continue;
        if (!top.admits(earned)) continue;
        const place = block * BLOCK_SIZE + local;
        const doubt = judges.doubt(place);
        if (doubt < 0) cut++;
        else if (!open || doubt < judges.doubtMax) top.offer({ place, doubt, score: earned });
      }
    } finally {
      // Also where a judge failed: the next search must not start from this one's sums.
      score.fill(0);
    }
  }
  return { songs: top.inOrder(), cut };
}

function cursorOf(index: RankingIndex, term: number, units: number): Cursor {
  const { runStarts } = index.sections;
  return { run: runStarts[term] ?? 0, end: runStarts[term + 1] ?? 0, units };
}

function addAsk(index: RankingIndex, block: number, planned: PlannedAsk, cursors: readonly Cursor[]): void {
  const { runBlocks } = index.sections;
  const here = cursors.filter((cursor) => cursor.run < cursor.end && runBlocks[cursor.run] === block);
  const mark = here.length > 1 ? index.scratch.nextMark() : 0;
  for (const cursor of here) {
    if (mark === 0) addRun(index, cursor, planned.sign);
    else addBest(index, cursor, planned.sign, mark);
    cursor.run++;
  }
}

function addRun(index: RankingIndex, cursor: Cursor, sign: 1 | -1): void {
  const { locals, impacts, runEnds } = index.sections;
  const { score } = index.scratch;
  const units = cursor.units * sign;
  const end = runEnds[cursor.run] ?? 0;
  for (let at = cursor.run === 0 ? 0 : (runEnds[cursor.run - 1] ?? 0); at < end; at++) {
    const local = locals[at] ?? 0;
    score[local] = (score[local] ?? 0) + (impacts[at] ?? 0) * units;
  }
}

/**
 * Keeps the sum at "the best whole, the others a quarter each", whatever the order of the terms. What `best` holds of
 * an ask before has another mark, so it need not be emptied between asks.
 */
function addBest(index: RankingIndex, cursor: Cursor, sign: 1 | -1, mark: number): void {
  const { locals, impacts, runEnds } = index.sections;
  const { score, best } = index.scratch;
  const { units } = cursor;
  const end = runEnds[cursor.run] ?? 0;
  for (let at = cursor.run === 0 ? 0 : (runEnds[cursor.run - 1] ?? 0); at < end; at++) {
    const local = locals[at] ?? 0;
    const value = (impacts[at] ?? 0) * units;
    const kept = best[local] ?? 0;
    const former = (kept & MARK_MASK) === mark ? kept & VALUE_MASK : 0;
    if (value > former) {
      best[local] = mark | value;
      score[local] = (score[local] ?? 0) + sign * (value - former + (former >> 2));
    } else {
      score[local] = (score[local] ?? 0) + sign * (value >> 2);
    }
  }
}
