import { backgroundLimits } from "../native/background-limits.ts";
import type { ChildEnd, ChildLimits } from "../native/run-child.ts";
import { runFfmpeg } from "../native/run-ffmpeg.ts";
import type { SoundDemuxer } from "./audio-demuxer.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";
import { type AudioFeatures, featureExtractor } from "./extract-features.ts";
import { loudnessIn } from "./loudness-summary.ts";
import { AUDIO_RATE, SAMPLE_BYTES } from "./samples.ts";

/** Processor time. A file of four hours takes less than two minutes. */
const CPU_MS_MAX = 600_000;
/** `verbose` suppresses the line for every tenth of a second but not the summary at the end. */
const MEASURING = ["-map", "0:a:0", "-af", "ebur128=framelog=verbose"];
const OUTPUT = ["-ac", "1", "-ar", String(AUDIO_RATE), "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];

export interface DecodedFile {
  readonly path: string;
  readonly demuxer: SoundDemuxer;
  /** Seconds; null if it is unknown. */
  readonly duration: number | null;
  /** Longer sounds are refused. */
  readonly secondsMax: number;
  /** Gets all samples, too: 16-bit little-endian at AUDIO_RATE, mono. */
  readonly listen?: ((chunk: Uint8Array) => void) | undefined;
}

/**
 * Decodes a file once: ffmpeg measures the loudness of the entire file (EBU R128) at its own sample rate and
 * outputs it at 22 kHz, mono. Throws AudioUnreadable if nothing can be decoded or if it takes too much processor time; an Error
 * if ffmpeg makes no progress or is killed; and the signal's reason.
 */
export async function decodeAudio(
  ffmpeg: string,
  { path, demuxer, duration, secondsMax, listen = () => {} }: DecodedFile,
  signal: AbortSignal,
  limits: Omit<ChildLimits, "memoryBytesMax" | "outputBytesMax"> = backgroundLimits(CPU_MS_MAX),
): Promise<{ readonly features: AudioFeatures; readonly loudness: number | null }> {
  const extractor = featureExtractor(duration);
  const run = {
    options: [...MEASURING, ...OUTPUT],
    limits: { ...limits, outputBytesMax: secondsMax * AUDIO_RATE * SAMPLE_BYTES },
    priority: "background",
    signal,
    logLevel: "info",
  } as const;
  const ended = await runFfmpeg(ffmpeg, { source: { path, demuxer }, ...run }, (chunk) => {
    extractor.take(chunk);
    listen(chunk);
  });
  throwIfUnreadable(ended, secondsMax);
  const features = extractor.features();
  if (features.duration === 0) throw new AudioUnreadable("None of its sound can be decoded.");
  return { features, loudness: loudnessIn(ended.stderr) };
}

/** Says that a sound is longer than is accepted. */
export function tooLong(secondsMax: number): AudioUnreadable {
  const minutes = Math.floor(secondsMax / 60);
  return new AudioUnreadable(`It is longer than ${minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`}.`);
}

/** A crash is not an error here: the sound before it is measured. Without processor time, a retry can succeed. */
function throwIfUnreadable({ end }: ChildEnd, secondsMax: number): void {
  if (end === "cpu-exceeded") throw new AudioUnreadable("Decoding it takes too much processor time.");
  if (end === "timed-out" || end === "stalled") throw new Error(`ffmpeg made no progress (${end}).`);
  if (end === "output-exceeded") throw tooLong(secondsMax);
}
