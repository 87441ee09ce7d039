import type { MusicalKey } from "../../schema/brief.ts";
import type { Mode } from "../../schema/song.ts";

/** Semitones above C. */
const NATURALS: ReadonlyMap<string, number> = new Map([
  ["c", 0],
  ["d", 2],
  ["e", 4],
  ["f", 5],
  ["g", 7],
  ["a", 9],
  ["b", 11],
  // German for B natural. The German B, which is B flat, looks like the English B and is read as B.
  ["h", 11],
]);

/** By semitones above C, in the usual spelling. */
export const TONIC_NAMES = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"] as const;

const MAJOR = /^(?:major|maj|dur|mayor|majeur|maggiore|maior|ionian)$/u;
const MINOR = /^(?:minor|min|m|moll|menor|mineur|minore|aeolian)$/u;

/** Reads a key as catalogs write it: "F#" and "minor", "Gb minor" and "", "8A" and "". Unreadable parts are null. */
export function readKey(name: string, mode: string): MusicalKey {
  const text = `${name} ${mode}`.trim();
  const camelot = /^(\d{1,2})([ab])$/iu.exec(text);
  if (camelot?.[1] !== undefined) return camelotKey(Number(camelot[1]), camelot[2] ?? "");
  const match = /^([a-h])(?:[ -]?(#|♯|sharp|b|♭|flat)(?![a-z]{2}))?[ -]?([\p{L}]*)/iu.exec(text);
  if (match === null) return { tonic: null, mode: readMode(text) };
  return { tonic: pitchOf(match[1] ?? "", match[2] ?? ""), mode: readMode(match[3] ?? "") };
}

export function pitchOf(letter: string, accidental: string): number | null {
  const natural = NATURALS.get(letter.toLowerCase());
  if (natural === undefined) return null;
  const shift = /^(?:#|♯|sharp)$/iu.test(accidental) ? 1 : accidental === "" ? 0 : -1;
  return (natural + shift + 12) % 12;
}

export function readMode(word: string): Mode | null {
  const lower = word.toLowerCase();
  if (MAJOR.test(lower) || word === "M") return "major";
  return MINOR.test(lower) ? "minor" : null;
}

/**
 * Returns the key of a position on the Camelot wheel: 8B is C major, 8A its relative A minor, and each step up is a
 * fifth.
 */
export function camelotKey(hour: number, letter: string): MusicalKey {
  if (hour < 1 || hour > 12) return { tonic: null, mode: null };
  const major = ((hour - 8) * 7 + 120) % 12;
  return letter.toLowerCase() === "b" ? { tonic: major, mode: "major" } : { tonic: (major + 9) % 12, mode: "minor" };
}

/** Returns a key in words: "C# minor", "a minor key", "Eb". */
export function describeKey({ tonic, mode }: MusicalKey): string {
  const name = tonic === null ? undefined : TONIC_NAMES[tonic];
  if (name === undefined) return mode === null ? "any key" : `a ${mode} key`;
  return mode === null ? name : `${name} ${mode}`;
}
