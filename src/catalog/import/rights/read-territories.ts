import { WORLDWIDE } from "../../../../schema/rights.ts";
import { readTerritory } from "../../../text/territories.ts";
import { isMissing } from "../facts/fact-reading.ts";

/** Longer texts are not read. The names of all countries with their codes are shorter. */
const TEXT_LENGTH_MAX = 10_000;
/** "Bosnia and Herzegovina" has two parts, "South Georgia & South Sandwich Islands" too. */
const NAME_PARTS_MAX = 4;
const WITHOUT =
  /(?<![\p{L}])(?:w\/o|ex|excl|excluding|excludes?|excluded|except(?: for)?|minus|without|not|but|other than|ausser|außer|ohne|sauf|hors|excepto|salvo|eccetto|tranne|exceto)(?![\p{L}])[\s.:]*/giu;
const PARTS = /[;,|\r\n]/;
/** These separate countries, and are in the names of some. */
const NAME_PARTS = /(\s*[&/+()[\]]+\s*|\s+(?:and|und|sowie|et|y|ed?)\s+)/iu;
const NONE = /^(?:none|nothing|nil|no exclusions|kein[es]?|aucune?|ningun[oa]|ningún|nessun[oa]?|nenhuma?)$/i;

/** Codes of the countries of a text, and the parts that cannot be read. */
export interface Territories {
  readonly codes: readonly string[];
  readonly unread: readonly string[];
}

/** Reads the countries where a song can be licensed, such as "World excluding US & Canada". */
export function readTerritories(texts: readonly string[]): Territories & { readonly without: Territories } {
  const read = texts.map((text) => {
    if (text.length > TEXT_LENGTH_MAX) return { included: unread(text), without: [] };
    const [included = "", ...rest] = text.split(WITHOUT);
    return { included: territoriesIn(included), without: rest.map(territoriesIn) };
  });
  const without = joined(read.flatMap((one) => one.without).map(excludable));
  return { ...joined(read.map(({ included }) => included)), without };
}

/** Returns the part of a text that excludes countries, such as "excluding US & Canada"; empty if there is none. */
export function exclusionsIn(text: string): string {
  const at = text.length > TEXT_LENGTH_MAX ? -1 : text.search(WITHOUT);
  return at === -1 ? "" : text.slice(at);
}

/** Reads the countries that are excluded. What "World except US" excludes is not certain. */
export function readExcluded(texts: readonly string[]): Territories {
  return joined(
    texts.map((text) => {
      if (NONE.test(text.trim())) return { codes: [], unread: [] };
      const isClear = text.length <= TEXT_LENGTH_MAX && text.split(WITHOUT).length === 1;
      return isClear ? excludable(territoriesIn(text)) : unread(text);
    }),
  );
}

/** An exclusion of the world says nothing. */
function excludable({ codes, unread: others }: Territories): Territories {
  const isWorld = codes.includes(WORLDWIDE);
  return { codes: codes.filter((code) => code !== WORLDWIDE), unread: isWorld ? [...others, "World"] : others };
}

function territoriesIn(text: string): Territories {
  const parts = text.split(PARTS).filter((part) => !isPlaceholder(part));
  return joined(parts.map(territoriesOfPart));
}

/** "NA" is the code of Namibia. */
function isPlaceholder(text: string): boolean {
  return isMissing(text) && readCountry(text) === null;
}

/** Reads the longest names first, because "Trinidad and Tobago" is one country. */
function territoriesOfPart(text: string): Territories {
  const parts = text.trim().split(NAME_PARTS);
  const found: Territories[] = [];
  for (let at = 0; at < parts.length;) {
    const name = longestName(parts, at);
    found.push(name === null ? unread(parts[at] ?? "") : { codes: name.codes, unread: [] });
    at += name === null ? 2 : name.length + 1;
  }
  return joined(found);
}

/** `parts` are names and, between them, separators. Returns the number of parts that the name has. */
function longestName(
  parts: readonly string[],
  at: number,
): { readonly codes: readonly string[]; readonly length: number } | null {
  for (let length = 2 * NAME_PARTS_MAX - 1; length > 0; length -= 2) {
    if (at + length > parts.length) continue;
    const some = parts.slice(at, at + length);
    const named = readCountry(some.join(""));
    const codes =
      named ?? (length === 1 ? null : readTerritory(some.filter((_, place) => place % 2 === 0).join(" & ")));
    if (codes !== null) return { codes, length };
  }
  return null;
}

/** Reads codes in small letters, too: the text has nothing else. */
function readCountry(text: string): readonly string[] | null {
  const bare = text.trim();
  const code = bare.toUpperCase();
  return readTerritory(code.length === 2 ? code : bare);
}

function unread(text: string): Territories {
  return { codes: [], unread: /[\p{L}\p{N}]/u.test(text) ? [text.trim()] : [] };
}

function joined(all: readonly Territories[]): Territories {
  return { codes: all.flatMap(({ codes }) => codes), unread: all.flatMap((one) => one.unread) };
}
