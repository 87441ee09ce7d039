import { stat } from "node:fs/promises";
import type { AudioProbe } from "../../audio/probe-audio.ts";
import { MakingFailed } from "./making-failed.ts";

/** What MPEG-1 layer III, the only one with 320 kbit/s, can have. */
const MP3_RATES: ReadonlySet<number> = new Set([32_000, 44_100, 48_000]);
/** Seven and a half hours at 320 kbit/s. */
export const MP3_BYTES_MAX = 1024 ** 3;
/** One sample makes three frames, none makes one: of 960 to 1440 bytes each. */
const MP3_BYTES_MIN = 2_000;

/** What a source becomes inside an MP3: more than two channels are mixed down, other sample rates changed. */
export interface Mp3Shape {
  readonly layout: "mono" | "stereo";
  readonly rate: number;
  /** An ffmpeg filter that brings the source into that shape. */
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

/** At the level at which no sample can be too large. ffmpeg would otherwise do that to whole numbers only, and let floats clip. */
function mixedDown(rate: number): string {
  return `aresample=${rate}:ochl=stereo:rematrix_maxval=1`;
}

/** 320 kbit/s of constant bit rate, the same bytes each time, and nothing of the source's own tags. */
export function mp3Output(to: string, quality: number): readonly string[] {
  const plain = ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const codec = ["-c:a", "libmp3lame", "-b:a", "320k", "-compression_level", String(quality)];
  return ["-threads", "1", ...plain, ...codec, "-f", "mp3", `file:${to}`];
}

/** Throws MakingFailed for an MP3 that nothing is in: of a source with a good header and not one sample. */
export async function mustHoldSound(path: string): Promise<void> {
  if ((await stat(path)).size < MP3_BYTES_MIN) throw new MakingFailed("It holds no sound.");
}
