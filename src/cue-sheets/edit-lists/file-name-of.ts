/** Returns the last part of a path or an address, decoded. The text is only compared, never opened. */
export function fileNameOf(path: string): string {
  const plain = path.replace(/[?#].*$/, (rest) => (/^[a-z]+:/i.test(path) ? "" : rest));
  const name = plain.split(/[/\\]/).at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
