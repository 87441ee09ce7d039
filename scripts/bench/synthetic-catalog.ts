/**
 * A synthetic catalog of any size for the benchmarks; the same number of songs gives the same catalog. Words follow Zipf's
 * law, as in real text. Tags come from short lists, so that postings are long.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Random, randomFrom } from "../lib/random.ts";
import { musicWav } from "../../test/media/make/sound.ts";
import { mp3Bytes } from "../../test/support/small-media.ts";

const GENRES = [
  "ambient",
  "rock",
  "jazz",
  "electronic",
  "folk",
  "orchestral",
  "hip hop",
  "house",
  "soul",
  "metal",
  "pop",
  "blues",
];
const MOODS = [
  "calm",
  "tense",
  "happy",
  "sad",
  "dark",
  "hopeful",
  "dreamy",
  "angry",
  "romantic",
  "playful",
  "epic",
  "nostalgic",
];
const INSTRUMENTS = ["piano", "guitar", "drums", "bass", "strings", "synth", "trumpet", "voice", "cello", "percussion"];
const CHARACTERISTICS = ["building", "sparse", "pulsing", "driving", "minimal", "layered", "slow burn", "anthemic"];
const KEYS = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"];
const ENERGIES = ["very_low", "low", "medium", "high"];
const VOCABULARY = 20_000;
const DESCRIPTION_WORDS = 34;
const SONGS_PER_ARTIST = 12;
const CHUNK_SONGS = 1_000;

export interface SyntheticOptions {
  /** A folder for one small WAV, MP3 and archive that every song refers to. Without it, songs have no media. */
  readonly media?: string;
}

/** Writes `count` songs to `path` as JSON Lines. */
export async function writeSyntheticCatalog(
  path: string,
  count: number,
  options: SyntheticOptions = {},
): Promise<void> {
  if (options.media !== undefined) await writeMedia(options.media);
  const sink = Bun.file(path).writer();
  const random = randomFrom(42);
  for (let number = 0; number < count; number += 1) {
    void sink.write(`${JSON.stringify(song(number, random, options.media !== undefined))}\n`);
    if (number % CHUNK_SONGS === 0) await sink.flush();
  }
  await sink.end();
}

/** Returns a brief of a few words, different for each number. */
export function briefNumber(number: number): string {
  const random = randomFrom(1_000 + number);
  const words = [
    pick(MOODS, random),
    pick(GENRES, random),
    `with ${pick(INSTRUMENTS, random)}`,
    pick(CHARACTERISTICS, random),
  ];
  return `${words.join(" ")}, ${word(random)} ${word(random)}, take ${number}`;
}

function song(number: number, random: Random, hasMedia: boolean): object {
  const id = `syn-${number}`;
  const isVocal = random() < 0.5;
  const main = {
    id: `${id}-main`,
    description: "Full mix",
    vocals: isVocal ? "lead" : "none",
    duration: 60 + Math.floor(random() * 240),
  };
  const mix = { id: `${id}-inst`, description: "Instrumental", vocals: "none", duration: main.duration };
  const media = hasMedia ? { wav: "tone.wav", mp3: "tone.mp3" } : {};
  return {
    id,
    title: `${word(random)} ${word(random)}`,
    description: Array.from({ length: DESCRIPTION_WORDS }, () => word(random)).join(" "),
    energy: pick(ENERGIES, random),
    explicit: random() < 0.05,
    bpm: 60 + Math.floor(random() * 120),
    key: { name: pick(KEYS, random), mode: random() < 0.5 ? "major" : "minor" },
    released_at: 1_000_000_000 + Math.floor(random() * 700_000_000),
    tags: {
      genre: some(GENRES, 2, random),
      mood: some(MOODS, 3, random),
      instrument: some(INSTRUMENTS, 3, random),
      characteristic: some(CHARACTERISTICS, 2, random),
    },
    artists: [artist(Math.floor(number / SONGS_PER_ARTIST))],
    audio_files: isVocal
      ? [
          { ...main, ...media },
          { ...mix, ...media },
        ]
      : [{ ...main, ...media }],
    ...(hasMedia ? { stems: "stems.zip" } : {}),
  };
}

/** An artist has one name, like in a real catalog. */
function artist(number: number): object {
  const random = randomFrom(2_000_000 + number);
  return { id: `artist-${number}`, name: `${word(random)} ${word(random)}` };
}

async function writeMedia(folder: string): Promise<void> {
  await writeFile(join(folder, "tone.wav"), musicWav(1));
  await writeFile(join(folder, "tone.mp3"), mp3Bytes());
  await writeFile(join(folder, "stems.zip"), "PK\u0005\u0006");
}

/** Returns a pronounceable word by Zipf's law (exponent 1). */
function word(random: Random): string {
  const rank = Math.floor(VOCABULARY ** random());
  const syllables = ["ka", "lo", "mi", "ran", "te", "su", "vel", "do", "pri", "na"];
  return Array.from(String(rank), (digit) => syllables[Number(digit)] ?? "").join("");
}

function some(from: readonly string[], most: number, random: Random): string[] {
  return [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(from, random)))];
}

function pick(from: readonly string[], random: Random): string {
  return from[Math.floor(random() ** 1.6 * from.length)] ?? "";
}
