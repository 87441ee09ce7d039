/** The character U+0000, which SQLite stores in a text and PostgreSQL does not. */
export const NUL = "\0";

/**
 * Returns a JSON Pointer to a text with U+0000 in a parsed JSON value; null if there is none. Names of members do not
 * count. The value must not nest deeply, because each level takes a call.
 */
export function findNul(value: unknown, pointer = ""): string | null {
  if (typeof value === "string") return value.includes(NUL) ? pointer : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const found = findNul(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    if (found !== null) return found;
  }
  return null;
}

/** Returns a text of a client or another program for the service database: U+0000 becomes the replacement character. */
export function withoutNul(text: string): string {
  return text.replaceAll(NUL, "\u{fffd}");
}
