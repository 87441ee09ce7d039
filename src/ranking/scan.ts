import type { ConstraintJudge } from "./constraint-judge.ts";
import { BLOCK_SIZE } from "./packed-format.ts";
import type { Plan } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ranked } from "./rule.ts";
import { TopSongs } from "./top-songs.ts";

export interface Scanned {
  readonly songs: readonly Ranked[];
  /**
   * Number of examined songs that a constraint cut. It counts every cut song with a score if no song was kept;
   * otherwise songs below the bar are not examined.
   */
  readonly cut: number;
}

/**
 * Scores all songs, term by term within one block of 65,536 songs after the other, so that the accumulators stay in the
 * cache. Tests constraints only on songs that would get in, which is cheaper than a bitmap per search.
 */
export function scan(index: RankingIndex, plan: Plan, judges: ConstraintJudge, keep: number): Scanned {
  const { scanner } = index;
  const { found, earned, doubts } = scanner;
  const top = new TopSongs(keep);
  const floor = plan.isOpen ? -1 : 0;
  let cut = 0;

  scanner.begin(plan, judges.screen);
  let isDone = false;
  try {
    for (let start = 0; start < index.songCount; start += BLOCK_SIZE) {
      const size = Math.min(BLOCK_SIZE, index.songCount - start);
      const block = start / BLOCK_SIZE;
      scanner.add(block);
      for (let count = -1; count !== 0;) {
        count = scanner.sweep(block, size, top.barWith(floor));
        for (let at = 0; at < count; at++) offer(start + (found[at] ?? 0), earned[at] ?? 0, doubts[at] ?? 0);
      }
    }
    isDone = true;
  } finally {
    // After an error the next search must not start from these sums.
    if (!isDone) scanner.clear();
  }
  return { songs: top.inOrder(), cut: cut + scanner.cut() };

  /** Keeps a song if it is still good enough: the bar may be higher than when the song was found. */
  function offer(place: number, score: number, doubtFound: number): void {
    if (score <= top.bar()) return;
    const doubt = scanner.isJudge ? doubtFound : judges.doubt(place);
    if (doubt < 0) cut++;
    else if (score > 0 || doubt < judges.doubtMax) top.offer({ place, doubt, score });
  }
}
