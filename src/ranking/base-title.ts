import { nameKey } from "../text/keys.ts";

/** Words for a different recording of a song, or for a piece derived from it. */
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
/** "Harbour v2" has its version without brackets or a dash. */
const NUMBERED = /\s+v\d+$/iu;

/** The lowest bit of a title's code: set for remixes, live recordings and the like. */
const OWN_PIECE_BIT = 1;

/** Splits a title into its base and its version: the base of "Harbour (Live) - 60 sec edit" is "Harbour". */
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
 * Returns 32 bits for a title. All but the lowest bit are equal for versions of one title, and different for almost all
 * other titles. The lowest bit marks a separate piece, such as a remix. 0 for a title without letters and digits.
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

/** Returns the codes of all songs with a title, including separate pieces. */
export function codesOfTitle(title: string): readonly number[] {
  const code = titleCode(title);
  return code === 0 ? [] : [asVersion(code), asVersion(code) + OWN_PIECE_BIT];
}

export function isSeparatePiece(code: number): boolean {
  return code % 2 === OWN_PIECE_BIT;
}

function asVersion(code: number): number {
  return code - (code % 2);
}
