import type { Mode } from "../../../../schema/song.ts";
import { ABSENT, type Reading, value, wrong } from "./reading.ts";

/** `mode` is "" where only the tonic is told. */
export interface MusicalKey {
  readonly name: string;
  readonly mode: Mode | "";
}

/** By pitch class, spelt as most programs do. */
const TONICS = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"] as const;
const EXPECTED = 'a key such as "A minor", "F#m" or "8A"';
/** ID3v2: "o" is off key. Others write that they do not know. */
const NONE = /^(?:o|off key|none|n\/?a|unknown|various|atonal|-|-1)$/i;
/** The wheel of mixing programs goes up a fifth (7 semitones) a step; 8B is C major, 8A is A minor, and 1d, 1m in Open Key. */
const FIFTH = 7;
const CAMELOT_OF_C = 8;
const OPEN_KEY_OF_C = 1;
const RELATIVE_MINOR = 9;

/** Reads "A minor", "Am", "Bb", "F♯ maj", Camelot ("8A") and Open Key ("1m"). */
export function readKey(text: string): Reading<MusicalKey> {
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

/** Pitch class 0 (C) to 11 (B), and 1 or 0, "Major" or "Minor", as tables of audio features have them; -1 is none. */
export function readPitchClass(text: string, mode: string): Reading<MusicalKey> {
  const bare = text.trim();
  if (!/^-?\d+(?:\.0+)?$/.test(bare)) return withMode(readKey(bare), mode);
  if (Number(bare) === -1) return ABSENT;
  const name = TONICS[Number(bare)];
  return name === undefined ? wrong("a pitch class from 0 to 11", bare) : withMode(value({ name, mode: "" }), mode);
}

function withMode(key: Reading<MusicalKey>, mode: string): Reading<MusicalKey> {
  const bare = mode.trim();
  if (key.kind !== "value" || key.value.mode !== "" || bare === "") return key;
  if (/^(?:1(?:\.0+)?|maj(?:or)?)$/i.test(bare)) return value({ ...key.value, mode: "major" });
  if (/^(?:0(?:\.0+)?|min(?:or)?)$/i.test(bare)) return value({ ...key.value, mode: "minor" });
  return wrong("a mode: 1 or Major, 0 or Minor", bare);
}

function keyOnWheel(hour: number, letter: string): MusicalKey {
  const isCamelot = letter === "a" || letter === "b";
  const isMinor = letter === "a" || letter === "m";
  const steps = hour - (isCamelot ? CAMELOT_OF_C : OPEN_KEY_OF_C) + 12;
  const tonic = (steps * FIFTH + (isMinor ? RELATIVE_MINOR : 0)) % TONICS.length;
  return { name: TONICS[tonic] ?? "", mode: isMinor ? "minor" : "major" };
}

/** A lone "M" is major and a lone "m" minor, the one place where case says something. */
function modeOf(written: string): MusicalKey["mode"] {
  if (written === "" || written === "-") return "";
  if (written === "M") return "major";
  return written.toLowerCase().startsWith("maj") ? "major" : "minor";
}
