import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** The English names of notes by their German names. */
const GERMAN: ReadonlyMap<string, string> = new Map([
  ...["c", "d", "e", "f", "g", "a"].map((letter): [string, string] => [letter, letter.toUpperCase()]),
  ...["cis", "dis", "eis", "fis", "gis", "ais"].map((name): [string, string] => [
    name,
    `${name.charAt(0).toUpperCase()}#`,
  ]),
  ...["ces", "des", "es", "fes", "ges", "as"].map((name): [string, string] => [
    name,
    `${name.charAt(0).toUpperCase()}b`,
  ]),
  ["b", "Bb"],
  ["h", "B"],
  ["his", "B#"],
]);
const SOLFEGE: ReadonlyMap<string, string> = new Map([
  ["do", "C"],
  ["ut", "C"],
  ["dó", "C"],
  ["до", "C"],
  ["re", "D"],
  ["ré", "D"],
  ["ре", "D"],
  ["mi", "E"],
  ["ми", "E"],
  ["fa", "F"],
  ["fá", "F"],
  ["фа", "F"],
  ["sol", "G"],
  ["соль", "G"],
  ["la", "A"],
  ["lá", "A"],
  ["ля", "A"],
  ["si", "B"],
  ["си", "B"],
]);
const SHARP = /^(?:#|sharp|dièse|diese|diesis|sostenido|sustenido|диез)$/;
const FLAT = /^(?:b|flat|bémol|bemol|bemolle|бемоль)$/;
const MAJOR = /^(?:major|maj|dur|mayor|majeur|majeure|maggiore|maior|groot|мажор)$/;
const MINOR = /^(?:minor|min|m|moll|menor|mineur|mineure|minore|klein|минор)$/;
/** Modes besides major and minor keep their names. */
const CHURCH = /^(?:dorian|phrygian|lydian|mixolydian|locrian)$/;
const GERMAN_MODE = /^(?:dur|moll)$/;

/** A tonic as written, before it is known whether "B" is German. */
export interface WrittenKey {
  readonly tonic: string;
  readonly mode: string;
  /** Whether the words can only be German: "H", "Fis", "Dur". */
  readonly isGerman: boolean;
  /** Whether the tonic is a bare "B", which means B flat in German. */
  readonly isBareB: boolean;
}

/** Reads the words of a key: "a moll", "fis", "la bémol mineur", "C# min". Null for other words. */
export function keyOfWords(text: string): WrittenKey | null {
  const [first = "", ...rest] = toNormalForm(text, "NFC")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "");
  const tonic = tonicOf(first);
  if (tonic === null) return null;
  const [next = "", ...others] = rest.map((word) => word.toLowerCase());
  const sign = tonic.isSigned ? "" : SHARP.test(next) ? "#" : FLAT.test(next) ? "b" : "";
  const modeWords = [tonic.mode, ...(sign === "" ? rest : rest.slice(1))].filter((word) => word !== "");
  const [modeWord = "", ...more] = modeWords;
  const mode = modeOf(modeWord);
  if (mode === null || more.length > 0 || (sign !== "" && others.length > 1)) return null;
  const isGerman = tonic.isGerman || GERMAN_MODE.test(modeWord.toLowerCase());
  return { tonic: tonic.name + sign, mode, isGerman, isBareB: tonic.name === "B" && /^b/i.test(first) && sign === "" };
}

/** Returns the mode that a word names, "" for an empty one, null for an unknown one. Only for a single letter does case matter. */
export function modeOf(word: string): string | null {
  const lower = toNormalForm(word, "NFC").toLowerCase();
  if (word === "") return "";
  if (word === "M" || MAJOR.test(lower) || lower === "ionian") return "major";
  if (MINOR.test(lower) || lower === "aeolian") return "minor";
  return CHURCH.test(lower) ? lower : null;
}

interface WrittenTonic {
  readonly name: string;
  readonly isSigned: boolean;
  readonly isGerman: boolean;
  /** A mode without a space before it: "m" in "F#m". */
  readonly mode: string;
}

function tonicOf(word: string): WrittenTonic | null {
  const lower = word.toLowerCase();
  const [, letter = "", sign = "", mode = ""] = /^([a-g])(#|b)?(major|maj|minor|min|moll|dur|m)?$/i.exec(word) ?? [];
  if (letter !== "")
    return { name: letter.toUpperCase() + sign.toLowerCase(), isSigned: sign !== "", isGerman: false, mode };
  const solfege = /^(\p{L}+?)(#|b)?$/u.exec(lower);
  const sung = SOLFEGE.get(solfege?.[1] ?? "");
  if (sung !== undefined)
    return { name: sung + (solfege?.[2] ?? ""), isSigned: solfege?.[2] !== undefined, isGerman: false, mode: "" };
  const [, german = "", germanMode = ""] = /^([a-h](?:is|es|s)?)(major|maj|minor|min|moll|dur|m)?$/i.exec(word) ?? [];
  const name = GERMAN.get(german.toLowerCase());
  return name === undefined ? null : { name, isSigned: true, isGerman: true, mode: germanMode };
}
