import type { RightsHolder, SongRights } from "../../../../schema/rights.ts";

/** Three thirds are written as 33.33 %. */
const OFF_MAX = 0.1;

/**
 * Returns what is wrong with the shares, or null. Catalogs count in two ways: writers and publishers each have 100 %, or both
 * together have. Shares are complete if they add up in one of these ways. Without any share, nothing is on file, and nothing is
 * wrong.
 */
export function describeShareFault({ writers, publishers }: Pick<SongRights, "writers" | "publishers">): string | null {
  const faults = [missingShare("writers", writers), missingShare("publishers", publishers)].filter(
    (fault) => fault !== null,
  );
  if (faults.length > 0) return faults.join("; ");
  const ofWriters = sumOf(writers);
  const ofPublishers = sumOf(publishers);
  if (ofWriters === null && ofPublishers === null) return null;
  if (isWhole((ofWriters ?? 0) + (ofPublishers ?? 0))) return null;
  const wrong = [
    ofWriters === null || isWhole(ofWriters) ? [] : `the shares of the writers add up to ${shown(ofWriters)} %`,
    ofPublishers === null || isWhole(ofPublishers)
      ? []
      : `the shares of the publishers add up to ${shown(ofPublishers)} %`,
  ].flat();
  return wrong.length === 0 ? null : `${wrong.join(" and ")}, not to 100 %`;
}

/** Names the holders without a share, if others have one. */
function missingShare(of: string, holders: readonly RightsHolder[]): string | null {
  const without = holders.filter(({ share }) => share === null);
  if (without.length === 0 || without.length === holders.length) return null;
  return `${of} without a share, beside others with one: ${without.map(({ name }) => name).join(", ")}`;
}

/** Null without shares. */
function sumOf(holders: readonly RightsHolder[]): number | null {
  return holders.every(({ share }) => share === null)
    ? null
    : holders.reduce((sum, { share }) => sum + (share ?? 0), 0);
}

function isWhole(sum: number): boolean {
  // Without the errors of adding: 3 times 33.3 is 0.1 less than 100.
  return shown(Math.abs(sum - 100)) <= OFF_MAX;
}

function shown(sum: number): number {
  return Math.round(sum * 100) / 100;
}
