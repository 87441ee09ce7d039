import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordFacts } from "../../src/audio/facts-store.ts";
import { type AudioPrograms, type Measurement, measureAudio } from "../../src/audio/measure-audio.ts";
import { putSource } from "../../src/audio/source-store.ts";
import type { ServiceDb } from "../../src/db/service-db.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { generatePiece, wavOf } from "./generated-music.ts";
import { planOf } from "./generated-plans.ts";
import { oncePerRun } from "./once-per-run.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const PIECES = 14;
const SECONDS = 32;
/** The first seed, so that all pieces have a beat or a key. */
const FROM_SEED = 7_000;

interface SoundingPiece {
  /** The id of its song. */
  readonly id: string;
  readonly wav: Uint8Array;
  readonly measured: Measurement;
}

let pieces: Promise<readonly SoundingPiece[]> | null = null;

/** Pieces of music of 32 seconds, with what the server measures of them. */
function soundingPieces(): Promise<readonly SoundingPiece[]> {
  pieces ??= oncePerRun("sounding-pieces", makePieces);
  return pieces;
}

export async function audioPrograms(): Promise<AudioPrograms> {
  const parts = openNativeParts(temporaryFolder());
  return { ffmpeg: await parts.ffmpegPath(), ffprobe: await parts.ffprobePath() };
}

/** Songs of the pieces. Every second one has drums, and the others are known to have none. */
export async function soundingDump(): Promise<string> {
  const lines = (await soundingPieces()).map(({ id }, at) => ({
    id,
    title: `Tape ${id}`,
    tags: { genre: [`genre ${at}`], instrument: [at % 2 === 0 ? "drums" : "piano"] },
    audio_files: [{ id: `file-${id}`, wav: `${id}.wav` }],
  }));
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

/** Writes the files of `soundingDump`. */
export async function writeSoundingFiles(folder: string): Promise<void> {
  for (const { id, wav } of await soundingPieces()) writeFileSync(join(folder, `${id}.wav`), wav);
}

/** Records what was measured of the files in `folder`. The index does not have it yet. */
export async function recordSoundingFiles(db: ServiceDb, folder: string): Promise<void> {
  const all = await soundingPieces();
  await db.write(function* (tx) {
    for (const { id, measured } of all) {
      const ref = join(folder, `${id}.wav`);
      const digest = Bun.SHA256.hash(ref, "hex");
      const { size, mtimeMs } = statSync(ref);
      yield* putSource(tx, { ref, byteSize: size, modifiedAt: Math.trunc(mtimeMs), digest });
      yield* recordFacts(tx, digest, measured, 1);
    }
  });
}

/** Converts a file with ffmpeg to the format of the extension of `to`. Returns `to`. */
export function convertSound(
  { ffmpeg }: AudioPrograms,
  from: string,
  to: string,
  ...options: readonly string[]
): string {
  const run = spawnSync(ffmpeg, ["-v", "error", "-y", "-i", from, ...options, to]);
  if (run.status !== 0) throw new Error(`ffmpeg wrote no ${to}: ${run.stderr.toString()}`);
  return to;
}

/** Writes a file of what an ffmpeg filter generates. */
export function synthesiseSound(
  { ffmpeg }: AudioPrograms,
  filter: string,
  to: string,
  ...options: readonly string[]
): string {
  const run = spawnSync(ffmpeg, ["-v", "error", "-y", "-f", "lavfi", "-i", filter, ...options, to]);
  if (run.status !== 0) throw new Error(`ffmpeg wrote no ${to}: ${run.stderr.toString()}`);
  return to;
}

async function makePieces(): Promise<readonly SoundingPiece[]> {
  const folder = temporaryFolder();
  const programs = await audioPrograms();
  const made: SoundingPiece[] = [];
  for (let at = 0; at < PIECES; at++) {
    const wav = wavOf(generatePiece(planOf(FROM_SEED + at, at % 2 === 0, SECONDS)).samples, 2);
    const path = join(folder, `${at}.wav`);
    writeFileSync(path, wav);
    const measured = await measureAudio(path, programs, new AbortController().signal);
    made.push({ id: `s${String(at).padStart(2, "0")}`, wav, measured });
  }
  return made;
}
