/** Writes a value of a filter of a list: a comma would separate two values. */
export function filterValue(text: string): string {
  return text.replaceAll(/[\\,]/g, String.raw`\$&`);
}
