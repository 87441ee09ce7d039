/** What part of a file of `size` bytes a Range header asks for. Both ends are included, as in Content-Range. */
export type ByteRange =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

const WHOLE: ByteRange = { kind: "whole" };
const UNSATISFIABLE: ByteRange = { kind: "unsatisfiable" };
/** One range; empty entries of the list around it count for nothing (section 5.6.1.2). */
const SINGLE = /^bytes=[ \t,]*(?:(\d+)-(\d*)|-(\d+))[ \t,]*$/i;

/**
 * Reads a Range header after RFC 9110 section 14: one range of bytes is served, a range beyond the file is
 * unsatisfiable, and everything else (several ranges, other units, what is malformed) means the whole file.
 */
export function parseRange(header: string | null, size: number): ByteRange {
  const [, first, last, suffix] = SINGLE.exec(header?.trim() ?? "") ?? [];
  if (suffix !== undefined) return lastBytes(Number(suffix), size);
  if (first === undefined || last === undefined) return WHOLE;
  // Compared before they are rounded to numbers: any length of digits is valid.
  if (last !== "" && BigInt(first) > BigInt(last)) return WHOLE;
  return fromTo(Number(first), last === "" ? Infinity : Number(last), size);
}

function lastBytes(count: number, size: number): ByteRange {
  if (count === 0) return UNSATISFIABLE;
  // The last bytes of nothing are satisfiable (section 14.1.2), but Content-Range has no words for them.
  if (size === 0) return WHOLE;
  return { kind: "part", first: Math.max(0, size - count), last: size - 1 };
}

function fromTo(first: number, last: number, size: number): ByteRange {
  if (first >= size) return UNSATISFIABLE;
  return { kind: "part", first, last: Math.min(last, size - 1) };
}
