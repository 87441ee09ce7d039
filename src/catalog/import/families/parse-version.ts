import { type Role, rolesOf } from "./version-words.ts";

/** A file's name taken apart: "Glass Harbour-Main Inst" is Glass Harbour, "Main Inst", an instrumental. */
export interface VersionName {
  readonly base: string;
  /** As it was written, with spaces between the words. */
  readonly label: string;
  readonly roles: readonly Role[];
  /** False where only a space parts title and words: "Glass Harbour Instrumental". Such a name needs a song beside it. */
  readonly isMarked: boolean;
}

/** Longer names are nobody's versions, and would cost time. */
const NAME_LENGTH_MAX = 300;
/** A hyphen, dash or underscore with or without spaces, or an opening bracket. */
const MARK = /\s*[-–—_]\s*|\s*[([{]\s*/g;
/** Words that say so much alone that a space before them is enough. */
const UNMARKED =
  /^(.*\S) ((?:(?:main|full|alt) )?(?:instrumental|underscore|cut ?down|no \S+(?: \S+)?|:\d{2}|\d{1,3} ?(?:s|secs?|seconds?)))$/i;

/**
 * Parts a name at the leftmost mark behind which all words are those of versions; null where there is none. The
 * whole name is never a version: something must be left to be the title.
 */
export function parseVersion(name: string): VersionName | null {
  const whole = name.normalize("NFC").trim();
  if (whole.length > NAME_LENGTH_MAX) return null;
  for (const mark of whole.matchAll(MARK)) {
    const base = readable(whole.slice(0, mark.index));
    const label = readable(whole.slice(mark.index + mark[0].length));
    const roles = /[\p{L}\p{N}]/u.test(base) ? rolesOf(plain(label)) : null;
    if (roles !== null) return { base, label, roles, isMarked: true };
  }
  const unmarked = UNMARKED.exec(readable(whole));
  if (unmarked === null) return null;
  const [, base = "", label = ""] = unmarked;
  const roles = rolesOf(plain(label));
  return roles === null ? null : { base, label, roles, isMarked: false };
}

/** What a sheet's own column for versions says: "Instrumental", "60 sec", or words of the library's own. */
export function versionOfLabel(base: string, label: string): VersionName {
  return { base, label: readable(label), roles: rolesOf(plain(readable(label))) ?? [], isMarked: true };
}

/** How a title is held to be the same: without case, marks and repeated spaces. */
export function baseKey(base: string): string {
  return readable(base.normalize("NFC")).toLowerCase();
}

/** "Ice Drums" of the song Ice is its "Drums"; null where the name does not begin with the title and go on. */
export function behindTitle(name: string, title: string): string | null {
  const [whole, start] = [readable(name.normalize("NFC")), readable(title.normalize("NFC"))];
  const isOfTitle = start !== "" && baseKey(whole.slice(0, start.length)) === baseKey(start);
  return isOfTitle && whole[start.length] === " " ? whole.slice(start.length + 1) : null;
}

function readable(text: string): string {
  const plainText = text.replace(/[_([{)\]}]+|\s+|(?<=\s)[-–—]|[-–—](?=\s)/g, " ").replace(/\s+/g, " ");
  let start = 0;
  let end = plainText.length;
  // A pattern for the end of a text is tried at every hyphen: a row of a million takes hours.
  while (start < end && isAroundName(plainText[start])) start++;
  while (end > start && isAroundName(plainText[end - 1])) end--;
  return plainText.slice(start, end);
}

function isAroundName(character: string | undefined): boolean {
  return character !== undefined && " -–—".includes(character);
}

function plain(label: string): string {
  return label
    .toLowerCase()
    .replace(/[-–—_/.,+&]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
