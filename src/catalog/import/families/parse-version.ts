import { type Role, rolesOf } from "./version-words.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** A name split into title and version: "Glass Harbour-Main Inst" is "Glass Harbour", "Main Inst", an instrumental. */
export interface VersionName {
  readonly base: string;
  /** The version words as written, with spaces between them. */
  readonly label: string;
  readonly roles: readonly Role[];
  /**
   * False if only a space separates title and version words: "Glass Harbour Instrumental". Such a name is a version only
   * if a song with the title exists.
   */
  readonly isMarked: boolean;
}

/** Longer names are not parsed, because it takes long. No version has such a name. */
const NAME_LENGTH_MAX = 300;
/** A hyphen, dash or underscore with or without spaces, or an opening bracket. */
const MARK = /\s*[-–—_]\s*|\s*[([{]\s*/g;
/** Version words that are so clear that a space before them is enough. */
const UNMARKED =
  /^(.*\S) ((?:(?:main|full|alt) )?(?:instrumental|underscore|cut ?down|no \S+(?: \S+)?|:\d{2}|\d{1,3} ?(?:s|secs?|seconds?)))$/i;

/**
 * Splits a name at the leftmost mark that is followed by version words only. Null without such a mark, and if no title
 * would remain.
 */
export function parseVersion(name: string): VersionName | null {
  const normal = toNormalForm(name, "NFC").trim();
  if (normal.length > NAME_LENGTH_MAX) return null;
  for (const mark of normal.matchAll(MARK)) {
    const base = readable(normal.slice(0, mark.index));
    const label = readable(normal.slice(mark.index + mark[0].length));
    const roles = /[\p{L}\p{N}]/u.test(base) ? rolesOf(plain(label)) : null;
    if (roles !== null) return { base, label, roles, isMarked: true };
  }
  const unmarked = UNMARKED.exec(readable(normal));
  if (unmarked === null) return null;
  const [, base = "", label = ""] = unmarked;
  const roles = rolesOf(plain(label));
  return roles === null ? null : { base, label, roles, isMarked: false };
}

/** Reads the version column of a sheet: "Instrumental", "60 sec", or any other words. */
export function versionOfLabel(base: string, label: string): VersionName {
  return { base, label: readable(label), roles: rolesOf(plain(readable(label))) ?? [], isMarked: true };
}

/** Returns one key for all spellings of a title. It ignores case, marks and repeated spaces. */
export function baseKey(base: string): string {
  return readable(toNormalForm(base, "NFC")).toLowerCase();
}

/** Returns the words after the title: "Drums" for "Ice Drums" and "Ice". Null unless the name is the title and more. */
export function wordsAfterTitle(name: string, title: string): string | null {
  const [full, start] = [readable(toNormalForm(name, "NFC")), readable(toNormalForm(title, "NFC"))];
  const beginsWithTitle = start !== "" && baseKey(full.slice(0, start.length)) === baseKey(start);
  return beginsWithTitle && full[start.length] === " " ? full.slice(start.length + 1) : null;
}

function readable(text: string): string {
  const plainText = text.replace(/[_([{)\]}]+|\s+|(?<=\s)[-–—]|[-–—](?=\s)/g, " ").replace(/\s+/g, " ");
  let start = 0;
  let end = plainText.length;
  // No pattern: anchored at the end of the text, it would start at every hyphen, and a million hyphens take hours.
  while (start < end && isSpaceOrDash(plainText[start])) start++;
  while (end > start && isSpaceOrDash(plainText[end - 1])) end--;
  return plainText.slice(start, end);
}

function isSpaceOrDash(character: string | undefined): boolean {
  return character !== undefined && " -–—".includes(character);
}

function plain(label: string): string {
  return label
    .toLowerCase()
    .replace(/[-–—_/.,+&]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
