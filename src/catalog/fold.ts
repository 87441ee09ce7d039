/** What two spellings of a tag, a name or a key share: NFKC, lower case, single spaces. Filters compare this. */
export function fold(text: string): string {
  // Most tags are plain words, and normalizing those costs more than looking.
  if (/^[a-z0-9]+$/.test(text)) return text;
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
