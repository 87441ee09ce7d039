import { isMissing } from "../facts/fact-reading.ts";
import { readDecimal } from "../facts/read-decimal.ts";

/** Parts of larger wholes are not certain: "50/50" can be the shares of two. */
const PARTS_MAX = 16;
const FRACTION = /^(\d{1,2})\s*\/\s*(\d{1,2})$/;
/** Between the shares of a cell that has no semicolons, such as "60/40". */
const OTHER_SEPARATOR = /[/,+&]/;
const OFF_MAX = 0.1;

/** Reads percent, with or without the sign, and fractions such as 1/2; undefined for anything else. */
export function readShare(text: string): number | undefined {
  const bare = text.trim();
  const [, part = "", parts = ""] = FRACTION.exec(bare) ?? [];
  const isFraction = Number(part) > 0 && Number(part) <= Number(parts) && Number(parts) <= PARTS_MAX;
  const share = isFraction
    ? Math.round((Number(part) / Number(parts)) * 10_000) / 100
    : readDecimal(bare.replace("%", "").trim());
  return share >= 0 && share <= 100 ? share : undefined;
}

/** Returns the texts of the shares of a cell, in the order of the holders. */
export function splitShares(text: string, holders: number): string[] {
  const parts = splitCells(text);
  if (parts.length !== 1 || holders < 2) return parts;
  const others = text.split(OTHER_SEPARATOR).map((part) => part.trim());
  const shares = others.map(readShare);
  if (shares.length !== holders) return parts;
  const sum = shares.reduce<number>((total, share) => total + (share ?? Number.NaN), 0);
  return Math.abs(sum - 100) <= OFF_MAX ? others : parts;
}

/** Returns the parts of a cell beside the names; empty ones at the end do not count. */
export function splitCells(text: string): string[] {
  const parts = text.split(/[;|\r\n]/).map((part) => (isMissing(part) ? "" : part.trim()));
  return parts.slice(0, parts.findLastIndex((part) => part !== "") + 1);
}
