/** The answer of a server that supports single ranges. */
export type Expected =
  | { readonly status: 200 | 206; readonly first: number; readonly length: number }
  | { readonly status: 416 };

/**
 * A second implementation of RFC 9110 section 14 for the tests. It shares no code with src/media/range.ts and uses lists and
 * big integers instead of a pattern.
 */
export function rangeModel(header: string, size: number): Expected {
  const whole: Expected = { status: 200, first: 0, length: size };
  const equals = header.indexOf("=");
  if (equals < 0 || header.slice(0, equals).toLowerCase() !== "bytes") return whole;
  const entries = header
    .slice(equals + 1)
    .split(",")
    .map(trimmed)
    .filter((entry) => entry !== "");
  const [only, ...more] = entries;
  if (only === undefined || more.length > 0) return whole;
  const [from, to, ...rest] = only.split("-");
  if (from === undefined || to === undefined || rest.length > 0 || !isDigits(from + to) || from + to === "")
    return whole;
  return from === "" ? suffix(BigInt(to), BigInt(size)) : interval(BigInt(from), to, BigInt(size));
}

function suffix(requested: bigint, size: bigint): Expected {
  if (requested === 0n) return { status: 416 };
  if (size === 0n) return { status: 200, first: 0, length: 0 };
  const length = requested < size ? requested : size;
  return { status: 206, first: Number(size - length), length: Number(length) };
}

function interval(first: bigint, to: string, size: bigint): Expected {
  const last = to === "" ? size - 1n : BigInt(to);
  if (to !== "" && last < first) return { status: 200, first: 0, length: Number(size) };
  if (first >= size) return { status: 416 };
  const end = last < size ? last + 1n : size;
  return { status: 206, first: Number(first), length: Number(end - first) };
}

function isDigits(text: string): boolean {
  return text.split("").every((char) => char >= "0" && char <= "9");
}

/** Removes optional white space: blanks and tabs only. */
function trimmed(entry: string): string {
  let [start, end] = [0, entry.length];
  while (start < end && (entry[start] === " " || entry[start] === "\t")) start += 1;
  while (end > start && (entry[end - 1] === " " || entry[end - 1] === "\t")) end -= 1;
  return entry.slice(start, end);
}
