import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { type AudioContainer, wholeAudioContainerOf } from "./audio-container.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { decodeAudio, DURATION_SECONDS_MAX } from "./decode-audio.ts";
import { judge } from "./judge.ts";
import { missedTheMiddle } from "./listen.ts";
import { probeAudio } from "./probe-audio.ts";

/** Which way of measuring this is: facts of an older one are measured again. */
export const FACTS_VERSION = 1;

/** Absolute paths of the programs. */
export interface AudioPrograms {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** What must be there of what a header promises; an encoder's padding and rounding are less. */
const WHOLE = 0.98;
const MISSING_SECONDS_MAX = 1;
/** Containers whose header counts the sound. An MP3 without a count of its frames has only a guess to promise, and ffprobe counts the others' bytes. */
const PROMISES: Readonly<Record<AudioContainer, boolean>> = {
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
 * Measures a piece of audio. It is decoded as a stream and computes for about a second on three minutes: to be called
 * where nothing else waits (measure-apart.ts). The same file gives the same facts.
 * Throws AudioUnreadable with a sentence for people, the signal's reason, and what the file system says.
 */
export async function measureAudio(path: string, programs: AudioPrograms, signal: AbortSignal): Promise<AudioFacts> {
  const container = await wholeAudioContainerOf(path);
  const probe = await probeAudio(programs.ffprobe, path, container, { priority: "background", signal });
  if ((probe.duration ?? 0) > DURATION_SECONDS_MAX) throw new AudioUnreadable("It is longer than four hours.");
  let decoded = await decodeAudio(programs.ffmpeg, { path, container, duration: probe.duration }, signal);
  const { duration } = decoded.heard;
  if (PROMISES[container] && probe.duration !== null && isCutShort(duration, probe.duration)) {
    throw new AudioUnreadable(`It breaks off: ${seconds(duration)} of ${seconds(probe.duration)} can be decoded.`);
  }
  // The header was wrong, and the middle it told of lies beyond the end.
  if (missedTheMiddle(decoded.heard))
    decoded = await decodeAudio(programs.ffmpeg, { path, container, duration }, signal);
  const { heard, loudness } = decoded;
  return {
    duration: Math.round(heard.duration * 1000) / 1000,
    sample_rate: probe.sampleRate,
    channels: probe.channels,
    loudness: loudness.integrated,
    true_peak: loudness.integrated === null ? null : loudness.truePeak,
    ...judge(heard, loudness.integrated),
  };
}

function isCutShort(found: number, promised: number): boolean {
  return found < WHOLE * promised && promised - found > MISSING_SECONDS_MAX;
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}
