import type { AudioProbe } from "../../audio/probe-audio.ts";
import { MakingFailed } from "./making-failed.ts";
import { type AudioTools, probeSource, runAudioFfmpeg } from "./run-audio.ts";

/** A file above 4 GB is written as RF64. */
const WAV_BYTES_MAX = 8 * 1024 ** 3;

/** The lossless codecs that occur in these containers. */
const LOSSLESS_CODECS = /^(?:pcm_|alac$|flac$)/;

/** Writes the WAV of an AIFF, FLAC or Apple Lossless file with unchanged samples. Throws MakingFailed for a lossy file, and as `runAudioFfmpeg` does. */
export async function makeWav(source: string, to: string, tools: AudioTools): Promise<void> {
  const probe = await probeSource(source, tools);
  if (!LOSSLESS_CODECS.test(probe.codec)) throw new MakingFailed("It is lossy, so it is not converted to WAV.");
  const codec = codecFor(probe);
  const plain = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const options = ["-map", "0:a:0", ...plain, "-c:a", codec, "-rf64", "auto", "-f", "wav", `file:${to}`];
  await runAudioFfmpeg(tools, { source, options, fileBytesMax: WAV_BYTES_MAX });
}

/** The narrowest PCM codec that holds every bit. */
function codecFor({ bits, isFloat }: AudioProbe): string {
  if (isFloat) return bits > 32 ? "pcm_f64le" : "pcm_f32le";
  if (bits <= 8) return "pcm_u8";
  if (bits <= 16) return "pcm_s16le";
  return bits <= 24 ? "pcm_s24le" : "pcm_s32le";
}
