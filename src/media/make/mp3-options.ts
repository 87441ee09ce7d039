import { stat } from "node:fs/promises";
import type { AudioProbe } from "../../audio/probe-audio.ts";
import { MakingFailed } from "./making-failed.ts";

/** Sample rates of MPEG-1 layer III, the only version with 320 kbit/s. */
const MP3_RATES: ReadonlySet<number> = new Set([32_000, 44_100, 48_000]);
/** Seven and a half hours at 320 kbit/s. */
export const MP3_BYTES_MAX = 1024 ** 3;
/** A frame has 960 to 1440 bytes. One sample gives three frames, an empty source gives one. */
const MP3_BYTES_MIN = 2_000;

/** Channels and sample rate of the MP3 of a source: more than two channels are mixed down, other sample rates converted. */
export interface Mp3Shape {
  readonly layout: "mono" | "stereo";
  readonly rate: number;
  /** The ffmpeg filter that converts the source. */
  readonly filter: string;
}

export function mp3ShapeOf({ sampleRate, channels }: AudioProbe): Mp3Shape {
  const isOf44100 = sampleRate % 11_025 === 0;
  const rate = MP3_RATES.has(sampleRate) ? sampleRate : isOf44100 ? 44_100 : 48_000;
  const layout = channels === 1 ? "mono" : "stereo";
  return {
    layout,
    rate,
    filter: channels > 2 ? mixedDown(rate) : `aformat=sample_rates=${rate}:channel_layouts=${layout}`,
  };
}

/** Mixes down at a level that cannot clip. By default, ffmpeg does so for integer samples only and lets floats clip. */
function mixedDown(rate: number): string {
  return `aresample=${rate}:ochl=stereo:rematrix_maxval=1`;
}

/** Constant 320 kbit/s, reproducible bytes, without the source's tags. */
export function mp3Output(to: string, quality: number): readonly string[] {
  const plain = ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const codec = ["-c:a", "libmp3lame", "-b:a", "320k", "-compression_level", String(quality)];
  return ["-threads", "1", ...plain, ...codec, "-f", "mp3", `file:${to}`];
}

/** Throws MakingFailed for an empty MP3: its source had a valid header and no samples. */
export async function requireSound(path: string): Promise<void> {
  if ((await stat(path)).size < MP3_BYTES_MIN) throw new MakingFailed("It holds no sound.");
}
