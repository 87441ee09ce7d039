import { columnOf } from "./column-of.ts";
import { XlsxFault } from "./xlsx-fault.ts";
import type { ZipParts } from "./zip-parts.ts";

/** A merged cell that spans several rows. Only its first row has the text. */
export interface MergedCell {
  readonly range: string;
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** The element comes after the rows, and its name is in no other tag. */
const WITHIN = Buffer.from("mergeCell");
const MERGED = /<(?:[\w.-]+:)?mergeCell\s[^<>]*?\bref\s*=\s*["']([^"'<>]*)["']/g;
const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/;
/** A longer tag is not read. */
const TAG_CHARACTERS_MAX = 1_000;

/**
 * Finds the merged cells of a table, before its rows are read. It looks for their tags in the unpacked bytes, which is much faster than
 * parsing them. At most `countMax`; others are not filled.
 */
export async function readMerged(part: string, zip: ZipParts, countMax: number): Promise<readonly MergedCell[]> {
  try {
    return await mergedOf(part, zip, countMax);
  } catch (error) {
    // The reading of the rows says what is wrong with the part, and can find it earlier.
    if (error instanceof XlsxFault) return [];
    throw error;
  }
}

async function mergedOf(part: string, zip: ZipParts, countMax: number): Promise<readonly MergedCell[]> {
  const found: MergedCell[] = [];
  let isWithin = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of zip.read(part)) {
    if (found.length >= countMax) continue;
    const bytes = Buffer.concat([rest, chunk]);
    isWithin ||= bytes.includes(WITHIN);
    rest = bytes.subarray(Math.max(0, bytes.length - (isWithin ? TAG_CHARACTERS_MAX : WITHIN.length)));
    if (!isWithin) continue;
    const text = bytes.toString("latin1");
    let end = 0;
    for (const match of text.matchAll(MERGED)) {
      end = match.index + match[0].length;
      const merged = mergedIn(match[1] ?? "");
      if (merged !== null && found.length < countMax) found.push(merged);
    }
    rest = bytes.subarray(Math.max(end, bytes.length - TAG_CHARACTERS_MAX));
  }
  return found;
}

function mergedIn(range: string): MergedCell | null {
  const [, letters = "", from = "", to = ""] = RANGE.exec(range) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return last > first ? { range, column: columnOf(`${letters}1`), first, last } : null;
}
