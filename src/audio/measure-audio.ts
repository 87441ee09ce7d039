import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { type AudioDemuxer, demuxerOfCompleteFile } from "./audio-demuxer.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { decodeAudio, DURATION_SECONDS_MAX } from "./decode-audio.ts";
import { inferFacts } from "./infer-facts.ts";
import { hasWrongDuration } from "./extract-features.ts";
import { probeAudio } from "./probe-audio.ts";

/** Version of the method. Facts of an older version are measured again. */
export const FACTS_VERSION = 2;

/** Absolute paths of the programs. */
export interface AudioPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** The share of the stated length that must exist. Padding and rounding of encoders change less. */
const COMPLETE_SHARE_MIN = 0.98;
const MISSING_SECONDS_MAX = 1;
/** Containers whose header states a reliable length. ffprobe estimates that of the others from their bytes. */
const STATES_LENGTH: Readonly<Record<AudioDemuxer, boolean>> = {
  wav: false,
  w64: false,
  aiff: false,
  flac: true,
  mov: true,
  ogg: false,
  mp3: false,
  aac: false,
};

/**
 * Measures an audio file. It decodes the file as a stream and blocks the thread for about a second per three minutes, so it
 * runs in a child process (measure-apart.ts). The same file gives the same facts.
 * Throws AudioUnreadable with a sentence for people, the signal's reason, and file system errors.
 */
export async function measureAudio(path: string, programs: AudioPrograms, signal: AbortSignal): Promise<AudioFacts> {
  const demuxer = await demuxerOfCompleteFile(path);
  const probe = await probeAudio(programs.ffprobe, path, demuxer, { priority: "background", signal });
  if ((probe.duration ?? 0) > DURATION_SECONDS_MAX) throw new AudioUnreadable("It is longer than four hours.");
  let decoded = await decodeAudio(programs.ffmpeg, { path, demuxer, duration: probe.duration }, signal);
  const { duration } = decoded.features;
  if (STATES_LENGTH[demuxer] && probe.duration !== null && isCutShort(duration, probe.duration)) {
    throw new AudioUnreadable(`It is truncated: ${seconds(duration)} of ${seconds(probe.duration)} can be decoded.`);
  }
  // The header stated a wrong length, so the analysed part was not the middle.
  if (hasWrongDuration(decoded.features))
    decoded = await decodeAudio(programs.ffmpeg, { path, demuxer, duration }, signal);
  const { features, loudness } = decoded;
  return {
    duration: Math.round(features.duration * 1000) / 1000,
    sample_rate: probe.sampleRate,
    channels: probe.channels,
    loudness: loudness.integrated,
    true_peak: loudness.integrated === null ? null : loudness.truePeak,
    curve: loudness.integrated === null || features.curve === null ? null : [...features.curve],
    ...inferFacts(features, loudness.integrated),
  };
}

function isCutShort(found: number, stated: number): boolean {
  return found < COMPLETE_SHARE_MIN * stated && stated - found > MISSING_SECONDS_MAX;
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}
