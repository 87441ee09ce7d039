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
export function mp3ShapeOf({ sampleRate, channels }: AudioProbe): { readonly layout: string; readonly rate: number } {
  const isOf44100 = sampleRate % 11_025 === 0;
  const rate = MP3_RATES.has(sampleRate) ? sampleRate : isOf44100 ? 44_100 : 48_000;
  return { layout: channels === 1 ? "mono" : "stereo", rate };
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
