import type { BpmRange, Constraint } from "../../../schema/brief.ts";
import { claim, type Passage, tokensWithin } from "../passage.ts";

/** "Half-time feel", "or double time": the same music, counted twice as slow or as fast. */
const FEEL =
  /(?<!\w)(half|double)(?: or (half|double))?[- ]?times?(?: ?(?:of|at|is|=|:)? ?(\d{2,3})(?!\d|\w| ?(?:seconds|minutes|bars)))?(?!\w)/gu;

/** A tempo that is named as the other count, to either side. */
const NAMED_BPM = 2;

/**
 * A tempo that may be counted otherwise is met by either count, because catalogs write down one or the other. Without
 * such words only the number itself will do. Their tokens stay free: a half-time feel is a wish as well.
 */
export function otherCounts(passage: Passage, constraint: Constraint): Constraint {
  if (constraint.kind !== "tempo") return constraint;
  const factors = new Set<number>();
  const from: string[] = [];
  const named: BpmRange[] = [];
  for (const match of passage.lower.matchAll(FEEL)) {
    const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
    if ((passage.polarity[at] ?? 1) <= 0) continue;
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
