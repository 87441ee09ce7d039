import { camelotKey, pitchOf, TONIC_NAMES } from "../../../text/musical-key.ts";
import { ABSENT, FACT_LENGTH_MAX, type FactReading, remarked, value, wrong } from "./fact-reading.ts";
import { keyOfWords, modeOf, type WrittenKey } from "./key-words.ts";

/** A key as a song line has it. `mode` is "" if only the tonic is known, otherwise major, minor or a church mode. */
export interface SongKey {
  readonly name: string;
  readonly mode: string;
}

/** How the keys of a column are written. */
export interface KeyNotation {
  /** Whether B means B flat: other cells are German. Null if some cells are German and others English. */
  readonly isGerman: boolean | null;
}

/** The notation of a key without a column. */
export const NO_KEY_NOTATION: KeyNotation = { isGerman: false };

const EXPECTED = 'a key such as "A minor", "F#m" or "8A"';
const UNCLEAR_B = "Bb or B natural, because the column has German and English keys";
/** Texts that mean "no key" or "unknown". ID3v2 writes "o" for off key. */
const NONE = /^(?:o|off key|none|n\/?a|#n\/a|null|unknown|unbekannt|various|multiple|atonal|k\.? ?a\.?|\?|-+|–|-1)$/i;
const PREFIX = /^(?:key|tonart|tonalité|tonalidad|tonalità)(?:\s+of)?\s*[:=]?\s+|^in\s+/i;
/** Steps from an Open Key number to the Camelot number of the same key: 1d is 8B, C major. */
const OPEN_KEY_TO_CAMELOT = 7;
/** What most catalogs write, read without further tests. */
const PLAIN = /^([A-G])(#|b)? (major|minor)$/;
/** Different texts of a column that are remembered. A column of keys has a few dozen. */
const SEEN_MAX = 1_000;
/** Between several keys: "G#/Ab minor", "8A (Am)", "C major, A minor". */
const BETWEEN = /\s*[/,;|()]+\s*|\s+(?:or|oder|ou|then|>|->|→)\s+/;

/**
 * Reads "A minor", "Am", "Bb", "F♯ maj", "a-moll", "H", "la bémol mineur", Camelot ("8A") and Open Key ("1m"). Of
 * several different keys the first one is used, with a remark.
 */
export function readKey(text: string, { isGerman }: KeyNotation = NO_KEY_NOTATION): FactReading<SongKey> {
  const given = text.trim();
  const [, letter, sign = "", mode = ""] = PLAIN.exec(given) ?? [];
  if (letter !== undefined && letter + sign !== "B") return value({ name: letter + sign, mode });
  const bare = given
    .replaceAll("♯", "#")
    .replaceAll("♭", "b")
    .replace(PREFIX, "")
    .replace(/\s+key$/i, "");
  if (bare === "" || NONE.test(bare)) return ABSENT;
  const keys = given.length > FACT_LENGTH_MAX ? [] : writtenKeys(bare);
  if (keys.length === 0) return wrong(EXPECTED, given);
  if (isGerman === null && keys.some((key) => key.isBareB && !key.isGerman)) {
    return wrong(UNCLEAR_B, given);
  }
  const all = keys.map((key): SongKey => {
    const isFlat = key.isBareB && (key.isGerman || isGerman === true);
    return { name: isFlat ? "Bb" : key.tonic, mode: key.mode };
  });
  return oneOf(all, given);
}

/** Collects whether the keys of a column are German. */
export class KeyEvidence {
  #isGerman = false;
  #isEnglish = false;
  #bareB: string | null = null;
  readonly #seen = new Set<string>();

  add(text: string): void {
    if (text.length > FACT_LENGTH_MAX || this.#seen.has(text)) return;
    if (this.#seen.size < SEEN_MAX) this.#seen.add(text);
    for (const key of writtenKeys(text.trim().replaceAll("♯", "#").replaceAll("♭", "b"))) {
      if (key.isGerman) this.#isGerman = true;
      else if (key.isBareB) this.#bareB ??= text;
      else if (key.tonic === "Bb") this.#isEnglish = true;
    }
  }

  notation(): KeyNotation {
    return { isGerman: this.#isGerman && this.#isEnglish ? null : this.#isGerman };
  }

  remarks(): string[] {
    if (this.#bareB === null || this.notation().isGerman !== true) return [];
    return [`keys are German: H is B, and ${JSON.stringify(this.#bareB)} is B flat`];
  }
}

/**
 * Reads a key as tables of audio features write it: a pitch class from 0 (C) to 11 (B), -1 for none, and a mode of
 * 1 or "Major", 0 or "Minor".
 */
export function readPitchClass(text: string, mode: string, notation?: KeyNotation): FactReading<SongKey> {
  const bare = text.trim();
  if (!/^-?\d+(?:\.0+)?$/.test(bare)) return withMode(readKey(bare, notation), mode);
  if (Number(bare) === -1) return ABSENT;
  const name = TONIC_NAMES[Number(bare)];
  return name === undefined ? wrong("a pitch class from 0 to 11", bare) : withMode(value({ name, mode: "" }), mode);
}

function withMode(key: FactReading<SongKey>, mode: string): FactReading<SongKey> {
  const bare = mode.trim();
  if (key.kind !== "value" || key.value.mode !== "" || bare === "") return key;
  if (/^1(?:\.0+)?$/.test(bare)) return { ...key, value: { ...key.value, mode: "major" } };
  if (/^0(?:\.0+)?$/.test(bare)) return { ...key, value: { ...key.value, mode: "minor" } };
  const named = modeOf(bare);
  return named === null
    ? wrong("a mode: 1 or Major, 0 or Minor", bare)
    : { ...key, value: { ...key.value, mode: named } };
}

/** Returns the keys of a text; none if any part of it is not a key. */
function writtenKeys(text: string): WrittenKey[] {
  const whole = writtenKey(text);
  if (whole !== null) return [whole];
  const parts = text.split(BETWEEN.test(text) ? BETWEEN : /\s+-\s+/).filter((part) => part !== "");
  const keys = parts.map(writtenKey).filter((key) => key !== null);
  return keys.length === parts.length ? keys : [];
}

function writtenKey(text: string): WrittenKey | null {
  const wheel = /^0?([1-9]|1[0-2])\s*([abdm])$/i.exec(text);
  if (wheel === null) return keyOfWords(text);
  const { name, mode } = keyOnWheel(Number(wheel[1]), (wheel[2] ?? "").toLowerCase());
  return { tonic: name, mode, isGerman: false, isBareB: false };
}

/** Equal tonics in several spellings ("G#/Ab minor") are one key. */
function oneOf([first, ...others]: readonly SongKey[], given: string): FactReading<SongKey> {
  if (first === undefined) return wrong(EXPECTED, given);
  const isSame = others.every((key) => pitchIn(key) === pitchIn(first));
  const modes = new Set([first, ...others].map(({ mode }) => mode).filter((mode) => mode !== ""));
  if (isSame && modes.size <= 1) {
    const spelt = others.findLast(({ mode }) => mode !== "") ?? first;
    return value({ name: spelt.name, mode: [...modes][0] ?? "" });
  }
  return remarked(first, given, "names several keys; the first was used");
}

function pitchIn({ name }: SongKey): number | null {
  return pitchOf(name.charAt(0), name.slice(1));
}

/** `letter` is a (minor) or b (major) of the Camelot wheel, or m (minor) or d (major) of Open Key. */
function keyOnWheel(hour: number, letter: string): SongKey {
  const isCamelot = letter === "a" || letter === "b";
  const camelotHour = isCamelot ? hour : ((hour + OPEN_KEY_TO_CAMELOT - 1) % 12) + 1;
  const { tonic, mode } = camelotKey(camelotHour, letter === "a" || letter === "m" ? "a" : "b");
  return { name: TONIC_NAMES[tonic ?? Number.NaN] ?? "", mode: mode ?? "" };
}
