/** Characters of a path that are read, from its end. */
const LENGTH_MAX = 2_000;

/** Returns the last part of a path or an address, decoded. The text is only compared, never opened. */
export function fileNameOf(given: string): string {
  const path = given.slice(-LENGTH_MAX);
  const plain = path.replace(/[?#].*$/s, (rest) => (/^[a-z]+:/i.test(path) ? "" : rest));
  const name = plain.split(/[/\\]/).at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
