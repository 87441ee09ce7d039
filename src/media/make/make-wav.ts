import type { AudioProbe } from "../../audio/probe-audio.ts";
import { MakingFailed } from "./making-failed.ts";
import { probeSource } from "./probe-source.ts";
import { type AudioTools, runAudioFfmpeg } from "./run-audio.ts";

/** Above 4 GB it becomes an RF64. */
const WAV_BYTES_MAX = 8 * 1024 ** 3;

/** Of what may stand in a container that lossless files come in. */
const LOSSLESS_CODECS = /^(?:pcm_|alac$|flac$)/;

/** Writes the WAV of an AIFF, FLAC or Apple Lossless file: every sample as it is. Throws MakingFailed for one that is lossy, and as `runAudioFfmpeg` does. */
export async function makeWav(source: string, to: string, tools: AudioTools): Promise<void> {
  const probe = await probeSource(source, tools);
  if (!LOSSLESS_CODECS.test(probe.codec)) throw new MakingFailed("It is lossy, and no WAV is made of that.");
  const codec = codecFor(probe);
  const plain = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  const options = ["-map", "0:a:0", ...plain, "-c:a", codec, "-rf64", "auto", "-f", "wav", `file:${to}`];
  await runAudioFfmpeg(tools, { source, options, fileBytesMax: WAV_BYTES_MAX });
}

/** The narrowest PCM that holds every bit. */
function codecFor({ bits, isFloat }: AudioProbe): string {
  if (isFloat) return bits > 32 ? "pcm_f64le" : "pcm_f32le";
  if (bits <= 8) return "pcm_u8";
  if (bits <= 16) return "pcm_s16le";
  return bits <= 24 ? "pcm_s24le" : "pcm_s32le";
}
