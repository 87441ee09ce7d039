/** Typing mistakes. With more of them, it is a different word. */
const DISTANCE_MAX = 2;

/** Returns the candidate that a misspelt word most likely means, or null if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.min(DISTANCE_MAX, Math.floor(candidate.length / 2)))
    .toSorted((one, other) => one.distance - other.distance);
  return ranked[0]?.candidate ?? candidates.find((candidate) => word.length > 1 && candidate.startsWith(word)) ?? null;
}

/** Levenshtein distance (1966): insertions, deletions and substitutions, computed row by row. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
