import type { ConstraintJudge } from "./constraint-judge.ts";
import { BLOCK_SIZE } from "./packed-format.ts";
import type { Plan } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ranked } from "./rule.ts";
import { TopSongs } from "./top-songs.ts";

export interface Scanned {
  readonly songs: readonly Ranked[];
  /** Songs with something to say for them that a constraint cut, of those looked at: of all, when none got in. */
  readonly cut: number;
}

/**
 * Term at a time over one block of 65,536 songs after the other, so that the accumulators stay in the cache.
 * Constraints are tested last and only on songs that would get in: that is cheaper than a bitmap per search.
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
    // Where a judge failed: the next search must not start from this one's sums.
    if (!isDone) scanner.clear();
  }
  return { songs: top.inOrder(), cut: cut + scanner.cut() };

  /** The bar may have risen since the song was found. */
  function offer(place: number, score: number, doubtFound: number): void {
    if (score <= top.bar()) return;
    const doubt = scanner.isJudge ? doubtFound : judges.doubt(place);
    if (doubt < 0) cut++;
    else if (score > 0 || doubt < judges.doubtMax) top.offer({ place, doubt, score });
  }
}
