import { toNormalForm } from "../lib/to-normal-form.ts";

/** Returns the form in which filters compare tags, names and keys: NFKC, lower case, single spaces. */
export function fold(text: string): string {
  // Most tags are plain words, and this test is faster than normalizing.
  if (/^[a-z0-9]+$/.test(text)) return text;
  return toNormalForm(text, "NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
