import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { type AudioHead, readAudioHead, type SoundDemuxer } from "./audio-demuxer.ts";
import { contradicts } from "./contradicts.ts";
import { type DecodedFile, decodeAudio, tooLong } from "./decode-audio.ts";
import { packDescriptor } from "./descriptor/descriptor-bytes.ts";
import { inferFacts } from "./infer-facts.ts";
import { hasWrongDuration } from "./extract-features.ts";
import { probeAudio } from "./probe-audio.ts";
import type { Waveform } from "./waveform.ts";

/** Version of the method. */
export const FACTS_VERSION = 3;
/** Facts of an older version are measured again. Version 3 only adds the facts of truncated files, which had none before. */
export const FACTS_VERSION_MIN = 2;

/** Longer files are not measured: an audio book is not a song. */
const SECONDS_MAX = 4 * 3_600;

/** Absolute paths of the programs. */
export interface AudioPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

export interface MeasureOptions {
  /** The container of a film, whose sound is measured. Missing for an audio file: its first bytes say it. */
  readonly container?: SoundDemuxer | undefined;
  /** Longer sounds are refused. */
  readonly secondsMax?: number;
  /** Creates a function that gets all samples, as in DecodedFile. Called again if the file is decoded again. */
  readonly listener?: () => (chunk: Uint8Array) => void;
}

/** The results of measuring a file. */
export interface Measurement {
  readonly facts: AudioFacts;
  /** From the same samples, so that no second decoding is needed for it. */
  readonly waveform: Waveform;
  /** From the same samples: what the sound is like, as it is stored. Null for a short or silent sound. */
  readonly descriptor: Uint8Array | null;
}

/**
 * Measures an audio file. It decodes the file as a stream and blocks the thread for about a second per three minutes, so it
 * runs in a child process (measure-apart.ts). The same file gives the same facts.
 * Throws AudioUnreadable with a sentence for people, the signal's reason, and file system errors.
 */
export async function measureAudio(
  path: string,
  programs: AudioPrograms,
  signal: AbortSignal,
  { container, secondsMax = SECONDS_MAX, listener }: MeasureOptions = {},
): Promise<Measurement> {
  const { demuxer, completeShare, statesLength } =
    container === undefined ? await readAudioHead(path) : filmHead(container);
  const decode = (duration: number | null): ReturnType<typeof decodeAudio> => {
    const file: DecodedFile = { path, demuxer, duration, secondsMax, listen: listener?.() };
    return decodeAudio(programs.ffmpeg, file, signal);
  };
  const probe = await probeAudio(programs.ffprobe, path, demuxer, { priority: "background", signal });
  if ((probe.duration ?? 0) > secondsMax) throw tooLong(secondsMax);
  let decoded = await decode(probe.duration);
  const { duration } = decoded.features;
  const stated = statesLength && probe.duration !== null ? probe.duration : duration / completeShare;
  // The header stated a wrong length, so the analysed part was not the middle.
  if (hasWrongDuration(decoded.features)) decoded = await decode(duration);
  const { features, loudness } = decoded;
  const facts = {
    duration: milliseconds(features.duration),
    ...(stated > duration && contradicts(duration, stated) ? { stated: milliseconds(stated) } : {}),
    sample_rate: probe.sampleRate,
    channels: probe.channels,
    loudness,
    curve: loudness === null || features.curve === null ? null : [...features.curve],
    ...inferFacts(features, loudness),
  };
  const { descriptor } = features;
  return {
    facts,
    waveform: { duration: facts.duration, peaks: features.peaks },
    descriptor: descriptor === null || loudness === null ? null : packDescriptor(descriptor),
  };
}

/** The header of a film says nothing reliable about the length of its sound. */
function filmHead(demuxer: SoundDemuxer): Omit<AudioHead, "demuxer"> & { readonly demuxer: SoundDemuxer } {
  return { demuxer, completeShare: 1, statesLength: false };
}

/** Rounds seconds to milliseconds. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
