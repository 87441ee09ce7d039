import { loudnessIn } from "../../audio/loudness-summary.ts";
import type { FilmProbe } from "../sight/protocol.ts";
import { runFfmpeg } from "./run-ffmpeg.ts";
import { SOUND_RATE, type SoundFrame, soundFramer } from "./sound-frames.ts";
import { sourceOptions } from "./source-options.ts";

/** A film's first sound track. */
export interface Heard {
  readonly frames: readonly SoundFrame[];
  /** EBU R128 integrated, LUFS; null for silence. */
  readonly loudness: number | null;
}

const TIMEOUT_MS = 120_000;
const SAMPLE_BYTES = 2;
/** A track may be a little longer than its film. */
const SECONDS_MORE = 2;

/**
 * Decodes the sound once: ffmpeg measures the loudness and hands on what is left at 8 kHz, mono. Null where no track
 * can be decoded. Throws FilmUnreadable when ffmpeg hangs, and the signal's reason.
 */
export async function listen(path: string, film: FilmProbe, signal: AbortSignal): Promise<Heard | null> {
  const seconds = film.duration + SECONDS_MORE;
  // `verbose` silences the line for every tenth of a second; the summary at the end stays.
  const measuring = ["-map", "0:a:0", "-t", seconds.toFixed(3), "-af", "ebur128=framelog=verbose"];
  const output = ["-ac", "1", "-ar", String(SOUND_RATE), "-c:a", "pcm_s16le", "-f", "s16le"];
  const options = ["-threads", "1", ...sourceOptions(path, film.container), ...measuring, ...output];
  const frames: SoundFrame[] = [];
  const outputBytesMax = Math.ceil(seconds * SOUND_RATE) * SAMPLE_BYTES;
  const task = { options, timeoutMs: TIMEOUT_MS, outputBytesMax, telling: "info" } as const;
  const ended = await runFfmpeg(
    film.ffmpegPath,
    task,
    signal,
    soundFramer((frame) => frames.push(frame)),
  );
  return frames.length === 0 ? null : { frames, loudness: loudnessIn(ended.stderr).integrated };
}
