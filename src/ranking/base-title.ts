import { nameKey } from "../text/keys.ts";

/** What marks another recording or another piece made of a song. */
const OWN_PIECE = "remix(?:ed)?|rework(?:ed)?|mashup|live|acoustic|unplugged|reprise|orchestral";

const VERSION_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:versions?|mix|edit|instrumental|inst|instr|karaoke|demo|remaster(?:ed)?|radio|tv|main|original|` +
    `extended|short|long|full|alternate|alternative|alt|take|mono|stereo|vocals?|vox|underscore|stinger|sting|loop|bed|` +
    `cut(?:down)?|clean|explicit|v ?\\d+|\\d+ ?(?:s|secs?|seconds?)|:\\d\\d|${OWN_PIECE})(?![\\p{L}\\p{N}])`,
  "iu",
);
const OWN_PIECE_WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${OWN_PIECE})(?![\\p{L}\\p{N}])`, "iu");
const BRACKETS = /\s*[([{]([^)\]}]*)[)\]}]/gu;
const AFTER_DASH = /\s+[-–—]\s+([^-–—]+)$/u;
/** "Harbour v2" names its version without any sign. */
const NUMBERED = /\s+v\d+$/iu;

/** The lowest bit of a title's code: set for a remix, a live recording and the like. */
const OWN_PIECE_BIT = 1;

/** A title without what only names its version, and what that was: "Harbour (Live) - 60 sec edit" is "Harbour". */
function splitTitle(title: string): { readonly base: string; readonly version: string } {
  let version = "";
  const taken = (whole: string, inside: string): string => {
    if (!VERSION_WORDS.test(inside)) return whole;
    version += ` ${inside}`;
    return "";
  };
  const base = title.replace(BRACKETS, taken).replace(AFTER_DASH, taken).replace(NUMBERED, "");
  return base.trim() === "" ? { base: title, version: "" } : { base, version };
}

/**
 * 32 bits of a title: all but the lowest are equal for versions of one title, and nearly never for others; the lowest
 * says that it is a piece of its own all the same. 0 where the title has no letter or digit.
 */
export function titleCode(title: string): number {
  const { base, version } = splitTitle(title);
  const key = nameKey(base);
  if (key === "") return 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  const even = ((hash ^ (hash >>> 15)) & ~OWN_PIECE_BIT) >>> 0;
  return Math.max(2, even) + (OWN_PIECE_WORDS.test(version) ? OWN_PIECE_BIT : 0);
}

/** The codes of all songs of a title, pieces of their own too. */
export function codesOfTitle(title: string): readonly number[] {
  const code = titleCode(title);
  return code === 0 ? [] : [asVersion(code), asVersion(code) + OWN_PIECE_BIT];
}

export function isOwnPiece(code: number): boolean {
  return code % 2 === OWN_PIECE_BIT;
}

function asVersion(code: number): number {
  return code - (code % 2);
}
