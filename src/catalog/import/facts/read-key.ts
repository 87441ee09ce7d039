import type { Mode } from "../../../../schema/song.ts";
import { camelotKey, TONIC_NAMES } from "../../../text/musical-key.ts";
import { ABSENT, type FactReading, value, wrong } from "./fact-reading.ts";

/** A key as a song line has it. `mode` is "" if only the tonic is known. */
export interface SongKey {
  readonly name: string;
  readonly mode: Mode | "";
}

const EXPECTED = 'a key such as "A minor", "F#m" or "8A"';
/** Texts that mean "no key" or "unknown". ID3v2 writes "o" for off key. */
const NONE = /^(?:o|off key|none|n\/?a|unknown|various|atonal|-|-1)$/i;
/** Steps from an Open Key number to the Camelot number of the same key: 1d is 8B, C major. */
const OPEN_KEY_TO_CAMELOT = 7;

/** Reads "A minor", "Am", "Bb", "F♯ maj", Camelot ("8A") and Open Key ("1m"). */
export function readKey(text: string): FactReading<SongKey> {
  const bare = text.trim().replaceAll("♯", "#").replaceAll("♭", "b");
  if (bare === "" || NONE.test(bare)) return ABSENT;
  const wheel = /^0?([1-9]|1[0-2])\s*([abdm])$/i.exec(bare);
  if (wheel !== null) return value(keyOnWheel(Number(wheel[1]), (wheel[2] ?? "").toLowerCase()));
  const written = /^([a-g])\s*(#|b|[\s-]?sharp|[\s-]?flat)?[\s_-]*(m|min|minor|maj|major|M|-)?\.?$/iu.exec(bare);
  if (written === null) return wrong(EXPECTED, bare);
  const [, letter = "", accidental = "", mode = ""] = written;
  const sign = /#|sharp/i.test(accidental) ? "#" : accidental === "" ? "" : "b";
  return value({ name: letter.toUpperCase() + sign, mode: modeOf(mode) });
}

/**
 * Reads a key as tables of audio features write it: a pitch class from 0 (C) to 11 (B), -1 for none, and a mode of
 * 1 or "Major", 0 or "Minor".
 */
export function readPitchClass(text: string, mode: string): FactReading<SongKey> {
  const bare = text.trim();
  if (!/^-?\d+(?:\.0+)?$/.test(bare)) return withMode(readKey(bare), mode);
  if (Number(bare) === -1) return ABSENT;
  const name = TONIC_NAMES[Number(bare)];
  return name === undefined ? wrong("a pitch class from 0 to 11", bare) : withMode(value({ name, mode: "" }), mode);
}

function withMode(key: FactReading<SongKey>, mode: string): FactReading<SongKey> {
  const bare = mode.trim();
  if (key.kind !== "value" || key.value.mode !== "" || bare === "") return key;
  if (/^(?:1(?:\.0+)?|maj(?:or)?)$/i.test(bare)) return value({ ...key.value, mode: "major" });
  if (/^(?:0(?:\.0+)?|min(?:or)?)$/i.test(bare)) return value({ ...key.value, mode: "minor" });
  return wrong("a mode: 1 or Major, 0 or Minor", bare);
}

/** `letter` is a (minor) or b (major) of the Camelot wheel, or m (minor) or d (major) of Open Key. */
function keyOnWheel(hour: number, letter: string): SongKey {
  const isCamelot = letter === "a" || letter === "b";
  const camelotHour = isCamelot ? hour : ((hour + OPEN_KEY_TO_CAMELOT - 1) % 12) + 1;
  const { tonic, mode } = camelotKey(camelotHour, letter === "a" || letter === "m" ? "a" : "b");
  return { name: TONIC_NAMES[tonic ?? Number.NaN] ?? "", mode: mode ?? "" };
}

/** Only for a single letter does case matter: "M" is major and "m" minor. */
function modeOf(written: string): SongKey["mode"] {
  if (written === "" || written === "-") return "";
  if (written === "M") return "major";
  return written.toLowerCase().startsWith("maj") ? "major" : "minor";
}
