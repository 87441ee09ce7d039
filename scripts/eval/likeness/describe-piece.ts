import { existsSync } from "node:fs";
import { join } from "node:path";
import { describeSamples, type Described } from "./describe-samples.ts";
import { decodeFile, throughFfmpeg } from "./ffmpeg.ts";
import { AUDIO_RATE } from "../../../src/audio/samples.ts";

export const DISTORTIONS = ["mp3", "pitched", "stretched", "speech"] as const;
export type Distortion = (typeof DISTORTIONS)[number];

/** A piece by its halves, and its first half distorted. */
export interface DescribedPiece {
  readonly path: string;
  readonly first: Described;
  readonly second: Described;
  readonly distorted: Readonly<Record<Distortion, Described>>;
}

export interface Studio {
  readonly ffmpeg: string;
  /** Speech at AUDIO_RATE, at least as long as a half. */
  readonly speech: Float64Array;
  /** A folder for descriptors, so that a second run only compares; null for none. */
  readonly cache: string | null;
}

/** Shorter files are sound effects. */
const PIECE_SECONDS_MIN = 40;
/** Of each half, from its middle. */
const HALF_SECONDS_MAX = 60;
const PITCH = 1.02;
const SLOWER = 1.04;

/** Describes a file by the program's own method. Null for a short file. */
export async function describePiece(folder: string, path: string, studio: Studio): Promise<DescribedPiece | null> {
  const cached = studio.cache === null ? null : join(studio.cache, `${path.replaceAll("/", "~")}.json`);
  if (cached !== null && existsSync(cached)) {
    // Written below, by the same version of this script.
    const read = (await Bun.file(cached).json()) as Omit<DescribedPiece, "path"> | null;
    return read === null ? null : { path, ...read };
  }
  const described = await describeFile(join(folder, path), studio);
  if (cached !== null) await Bun.write(cached, JSON.stringify(described));
  return described === null ? null : { path, ...described };
}

async function describeFile(path: string, { ffmpeg, speech }: Studio): Promise<Omit<DescribedPiece, "path"> | null> {
  const samples = await decodeFile(ffmpeg, path);
  if (samples.length < PIECE_SECONDS_MIN * AUDIO_RATE) return null;
  const half = samples.length >> 1;
  const first = middleOf(samples.subarray(0, half));
  const second = middleOf(samples.subarray(half));
  const filtered = (filter: string): Promise<Int16Array> => throughFfmpeg(ffmpeg, first, ["-af", filter]);
  const describedFirst = describeSamples(first);
  const describedSecond = describeSamples(second);
  if (describedFirst === null || describedSecond === null) return null;
  const sounds: Readonly<Record<Distortion, Int16Array>> = {
    mp3: await throughFfmpeg(ffmpeg, first, [], { format: "mp3", options: ["-b:a", "96k"] }),
    pitched: await filtered(`asetrate=${Math.round(AUDIO_RATE * PITCH)},aresample=${AUDIO_RATE},atempo=${1 / PITCH}`),
    stretched: await filtered(`atempo=${1 / SLOWER}`),
    speech: underSpeech(first, speech),
  };
  const distorted = {
    mp3: describeSamples(sounds.mp3) ?? describedFirst,
    pitched: describeSamples(sounds.pitched) ?? describedFirst,
    stretched: describeSamples(sounds.stretched) ?? describedFirst,
    speech: describeSamples(sounds.speech) ?? describedFirst,
  };
  return { first: describedFirst, second: describedSecond, distorted };
}

function middleOf(samples: Int16Array): Int16Array {
  const length = HALF_SECONDS_MAX * AUDIO_RATE;
  const from = Math.max(0, (samples.length - length) >> 1);
  return samples.slice(from, from + length);
}

/** Mixes music and speech of the same power. */
function underSpeech(music: Int16Array, speech: Float64Array): Int16Array {
  const gain = Math.sqrt(powerOf(music) / powerOf(speech));
  return Int16Array.from(music, (sample, at) =>
    Math.max(-32_768, Math.min(32_767, Math.round(0.5 * (sample + gain * (speech[at % speech.length] ?? 0))))),
  );
}

function powerOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
  return sum / samples.length;
}
