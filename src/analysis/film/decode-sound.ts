import { loudnessIn } from "../../audio/loudness-summary.ts";
import type { FilmProbe } from "../pool/protocol.ts";
import { runOnFilm } from "./run-on-film.ts";
import { SOUND_RATE, type SoundFrame, soundFramer, type SoundSpectrum } from "./sound-frames.ts";

/** The first sound track of a film. */
export interface FilmSound {
  readonly frames: readonly SoundFrame[];
  readonly spectra: readonly SoundSpectrum[];
  /** Integrated loudness by EBU R128, in LUFS; null for silence. */
  readonly loudness: number | null;
}

/** Processor time. */
const CPU_MS_MAX = 120_000;
const SAMPLE_BYTES = 2;
/** A track can be slightly longer than its film. */
const EXTRA_SECONDS = 2;

/**
 * Decodes the sound: ffmpeg measures the loudness and outputs 8 kHz mono. Returns null if no track can be decoded.
 * Throws FilmUnreadable if it takes too much processor time, and the signal's reason.
 */
export async function decodeSound(path: string, film: FilmProbe, signal: AbortSignal): Promise<FilmSound | null> {
  const seconds = film.duration + EXTRA_SECONDS;
  // `framelog=verbose` hides the line per tenth of a second, but not the summary at the end.
  const measuring = ["-map", "0:a:0", "-t", seconds.toFixed(3), "-af", "ebur128=framelog=verbose"];
  const output = ["-ac", "1", "-ar", String(SOUND_RATE), "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];
  const limits = { cpuMsMax: CPU_MS_MAX, outputBytesMax: Math.ceil(seconds * SOUND_RATE) * SAMPLE_BYTES };
  const run = { options: [...measuring, ...output], limits, signal, logLevel: "info" } as const;
  const frames: SoundFrame[] = [];
  const spectra: SoundSpectrum[] = [];
  const take = soundFramer(
    (frame) => frames.push(frame),
    (spectrum) => spectra.push(spectrum),
  );
  const ended = await runOnFilm(path, film, run, take);
  return frames.length === 0 ? null : { frames, spectra, loudness: loudnessIn(ended.stderr) };
}
