import { writeFile } from "node:fs/promises";
import { MakingFailed } from "./making-failed.ts";
import { PeakFolder } from "./peaks.ts";
import { type AudioTools, runAudioFfmpeg } from "./run-audio.ts";

const SAMPLE_BYTES = 2;
/** 48 hours. Longer files get no waveform. */
const OUTPUT_BYTES_MAX = 48 * 3_600 * 8_000 * SAMPLE_BYTES;
/** Hertz. A bucket is a fifth of a second in a three-minute song, so 8 kHz keeps the extremes. */
const RATE = 8_000;

/** Writes `{"duration":seconds,"peaks":[low,high,…]}` (see `Peaks`) of `source` to `to`. Throws as `runAudioFfmpeg` does. */
export async function makePeaks(source: string, to: string, tools: AudioTools): Promise<void> {
  const folder = new PeakFolder();
  const output = ["-map", "0:a:0", "-ac", "1", "-ar", String(RATE), "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];
  let odd = new Uint8Array();
  await runAudioFfmpeg(tools, { source, options: output, outputBytesMax: OUTPUT_BYTES_MAX }, (chunk) => {
    // A copy, because samples need even addresses and a chunk can end within a sample.
    const bytes = new Uint8Array(Buffer.concat([odd, chunk]));
    const whole = bytes.length - (bytes.length % SAMPLE_BYTES);
    folder.add(new Int16Array(bytes.buffer, 0, whole / SAMPLE_BYTES));
    odd = bytes.slice(whole);
  });
  if (folder.count === 0) throw new MakingFailed("It holds no sound.");
  await writeFile(to, JSON.stringify({ duration: folder.count / RATE, ...folder.end() }), { mode: 0o600 });
}
