import { writeFile } from "node:fs/promises";
import { readAudioHead } from "../../audio/audio-demuxer.ts";
import { contradicts } from "../../audio/contradicts.ts";
import type { DecodedLength } from "../../audio/facts-store.ts";
import { AUDIO_RATE, SAMPLE_BYTES, sampleChunks } from "../../audio/samples.ts";
import { PeakFolder, type Waveform } from "../../audio/waveform.ts";
import { MakingFailed } from "./making-failed.ts";
import { type AudioTools, runAudioFfmpeg } from "./run-audio.ts";

/** 48 hours. Longer files get no waveform. */
const OUTPUT_BYTES_MAX = 48 * 3_600 * AUDIO_RATE * SAMPLE_BYTES;

/**
 * Writes the waveform of `source` to `to`, and returns its length. A measurement makes the same from its own samples; this is
 * for stems, files that cannot be measured, and deleted waveforms. Throws as `runAudioFfmpeg` does.
 */
export async function makePeaks(source: string, to: string, tools: AudioTools): Promise<DecodedLength> {
  const folder = new PeakFolder();
  const output = ["-map", "0:a:0", "-ac", "1", "-ar", String(AUDIO_RATE), "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];
  const take = sampleChunks((samples) => folder.add(samples));
  await runAudioFfmpeg(tools, { source, options: output, outputBytesMax: OUTPUT_BYTES_MAX }, take);
  if (folder.count === 0) throw new MakingFailed("It holds no sound.");
  const duration = folder.count / AUDIO_RATE;
  await writeWaveform({ duration, peaks: folder.end() }, to);
  const stated = duration / (await readAudioHead(source)).completeShare;
  const length = { duration: milliseconds(duration) };
  return contradicts(duration, stated) ? { ...length, stated: milliseconds(stated) } : length;
}

/** Rounds seconds to milliseconds. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Writes a waveform: `{"duration":seconds,"peaks":[low,high,…]}`. */
export async function writeWaveform({ duration, peaks }: Waveform, to: string): Promise<void> {
  await writeFile(to, JSON.stringify({ duration, peaks }), { mode: 0o600 });
}
