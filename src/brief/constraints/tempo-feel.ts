import type { BpmRange, Constraint } from "../../../schema/brief.ts";
import { canPromise } from "../parts/part-shares.ts";
import { claim, type Passage, tokensWithin } from "../passage.ts";

/** "Half-time feel", "or double time": the same music, counted at half or double speed. */
const FEEL =
  /(?<!\w)(half|double)(?: or (half|double))?[- ]?times?(?: ?(?:of|at|is|=|:)? ?(\d{2,3})(?!\d|\w| ?(?:seconds|minutes|bars)))?(?!\w)/gu;

/** Accepted deviation from a tempo that is named as the other count. */
const NAMED_BPM = 2;

/**
 * Adds the other count to a tempo, because catalogs contain either one. Without such words only the number itself
 * counts. The words stay unclaimed: a half-time feel is a wish as well.
 */
export function otherCounts(passage: Passage, constraint: Constraint): Constraint {
  if (constraint.kind !== "tempo") return constraint;
  const factors = new Set<number>();
  const from: string[] = [];
  const named: BpmRange[] = [];
  for (const match of passage.lower.matchAll(FEEL)) {
    const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
    if ((passage.polarity[at] ?? 1) <= 0 || !canPromise(passage, at, "tempo")) continue;
    const bpm = Number(match[3]);
    if (bpm > 0) {
      claim(passage, "constraint", ...tokensWithin(passage, match.index, match.index + match[0].length));
      named.push({ minBpm: bpm - NAMED_BPM, maxBpm: bpm + NAMED_BPM });
    } else for (const word of [match[1], match[2]]) if (word !== undefined) factors.add(word === "half" ? 0.5 : 2);
    from.push(passage.text.slice(match.index, match.index + match[0].length));
  }
  if (from.length === 0) return constraint;
  const added = [...factors].flatMap((factor) => constraint.ranges.map((range) => scaled(range, factor)));
  return { ...constraint, ranges: [...constraint.ranges, ...named, ...added], from: [...constraint.from, ...from] };
}

function scaled({ minBpm, maxBpm }: BpmRange, factor: number): BpmRange {
  const isOpen = maxBpm === Number.MAX_SAFE_INTEGER;
  return { minBpm: minBpm * factor, maxBpm: isOpen ? maxBpm : maxBpm * factor };
}
