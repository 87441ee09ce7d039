/** The part of a file that a Range header requests. Both ends are inclusive, as in Content-Range. */
export type ByteRange =
  | { readonly kind: "complete" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

const COMPLETE: ByteRange = { kind: "complete" };
const UNSATISFIABLE: ByteRange = { kind: "unsatisfiable" };
/** One range. Empty list entries around it are ignored (section 5.6.1.2). */
const SINGLE = /^bytes=[ \t,]*(?:(\d+)-(\d*)|-(\d+))[ \t,]*$/i;

/**
 * Parses a Range header (RFC 9110 section 14). One byte range is served, a range beyond the file is unsatisfiable, and
 * anything else (several ranges, other units, malformed values) means the complete file.
 */
export function parseRange(header: string | null, size: number): ByteRange {
  const [, first, last, suffix] = SINGLE.exec(header?.trim() ?? "") ?? [];
  if (suffix !== undefined) return lastBytes(Number(suffix), size);
  if (first === undefined || last === undefined) return COMPLETE;
  // Compared as BigInt, because any number of digits is valid.
  if (last !== "" && BigInt(first) > BigInt(last)) return COMPLETE;
  return fromTo(Number(first), last === "" ? Infinity : Number(last), size);
}

function lastBytes(count: number, size: number): ByteRange {
  if (count === 0) return UNSATISFIABLE;
  // A suffix of an empty file is satisfiable (section 14.1.2), but Content-Range cannot express it.
  if (size === 0) return COMPLETE;
  return { kind: "part", first: Math.max(0, size - count), last: size - 1 };
}

function fromTo(first: number, last: number, size: number): ByteRange {
  if (first >= size) return UNSATISFIABLE;
  return { kind: "part", first, last: Math.min(last, size - 1) };
}
