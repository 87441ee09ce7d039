import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { musicWav } from "../../media/make/sound.ts";

const SOUNDS = 3;
const SONGS_MIN = 20;
const MOODS = ["calm", "tense", "happy", "sad"];

/** The number of songs of a version. */
function songsOf(version: number): number {
  return SONGS_MIN + (version % 7);
}

/** Writes the dump of a version, in which every title names the version, and returns its path. */
export async function writeDump(folder: string, version: number): Promise<string> {
  const songs = Array.from({ length: songsOf(version) }, (_, number) => ({
    id: `song-${number}`,
    title: `Song ${number} of version ${version}`,
    tags: { mood: [MOODS[number % MOODS.length]] },
    // Two songs have audio, which changes from version to version, so that media come and go.
    ...(number < 2 ? { audio_files: [{ id: `mix-${number}`, wav: `sound-${(version + number) % SOUNDS}.wav` }] } : {}),
  }));
  const path = join(folder, `dump-${version}.jsonl`);
  await writeFile(path, songs.map((song) => JSON.stringify(song)).join("\n"));
  return path;
}

/** Writes the audio files that the dumps name. */
export async function writeSounds(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < SOUNDS; number += 1)
    await writeFile(join(folder, `sound-${number}.wav`), musicWav(1 + number));
}

/** Returns the version of a list of all songs. Throws if the songs are of several versions, or not all of one. */
export function versionOf(titles: readonly string[]): number {
  const versions = new Set(titles.map((title) => /^Song \d+ of version (\d+)$/.exec(title)?.[1] ?? title));
  const [version = ""] = versions;
  const expected = songsOf(Number(version));
  if (versions.size !== 1 || titles.length !== expected) {
    throw new Error(`${titles.length} songs of the versions ${[...versions].join(", ")}; expected ${expected} of one.`);
  }
  return Number(version);
}
