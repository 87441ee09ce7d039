import type { BpmRange, Constraint } from "../../../schema/brief.ts";
import { type Passage, tokensWithin } from "../passage.ts";

/** "Half-time feel", "or double time": the same music, counted twice as slow or as fast. */
const FEEL = /(?<!\w)(half|double)(?: or (half|double))?[- ]?times?(?!\w)/gu;

/**
 * A tempo that may be counted otherwise is met by either count, because catalogs write down one or the other. Without
 * such words only the number itself will do. Their tokens stay free: a half-time feel is a wish as well.
 */
export function otherCounts(passage: Passage, constraint: Constraint): Constraint {
  if (constraint.kind !== "tempo") return constraint;
  const factors = new Set<number>();
  const from: string[] = [];
  for (const match of passage.lower.matchAll(FEEL)) {
    const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
    if ((passage.polarity[at] ?? 1) <= 0) continue;
    for (const word of [match[1], match[2]]) if (word !== undefined) factors.add(word === "half" ? 0.5 : 2);
    from.push(passage.text.slice(match.index, match.index + match[0].length));
  }
  if (factors.size === 0) return constraint;
  const added = [...factors].flatMap((factor) => constraint.ranges.map((range) => scaled(range, factor)));
  return { ...constraint, ranges: [...constraint.ranges, ...added], from: [...constraint.from, ...from] };
}

function scaled({ minBpm, maxBpm }: BpmRange, factor: number): BpmRange {
  const isOpen = maxBpm === Number.MAX_SAFE_INTEGER;
  return { minBpm: minBpm * factor, maxBpm: isOpen ? maxBpm : maxBpm * factor };
}
