import { closeSync, openSync, writeSync } from "node:fs";
import { type AudioTools, runAudioFfmpeg } from "../make/run-audio.ts";
import { HOP, IMPRINT_RATE } from "./imprint-form.ts";
import { ImprintWriter } from "./imprint-writer.ts";

const CHANNELS = 2;
const SAMPLE_BYTES = 2;
const STEP_BYTES = CHANNELS * HOP * SAMPLE_BYTES;
/** 16-bit samples at full scale. */
const FULL_SCALE = 32_768;
const SAMPLE_MAX = 32_767;
/** The change of a sound is small, so it is stored at this many times its level. */
export const IMPRINT_SCALE = 8;
/** Seven and a half hours, as of an MP3. */
const OUTPUT_BYTES_MAX = 27_000 * IMPRINT_RATE * CHANNELS * SAMPLE_BYTES;

/** How ffmpeg reads the file of `writeImprint`. */
export const IMPRINT_INPUT = ["-f", "s16le", "-ar", String(IMPRINT_RATE), "-ac", String(CHANNELS)] as const;

/**
 * Writes what must be added to the sound of `source` after `filter`, so that it has the pattern `chips`: samples as IMPRINT_INPUT, at
 * IMPRINT_SCALE times their level. Throws as `runAudioFfmpeg` does.
 */
export async function writeImprint(
  { source, filter, chips }: { readonly source: string; readonly filter: string; readonly chips: Int8Array },
  to: string,
  tools: AudioTools,
): Promise<void> {
  const file = openSync(to, "wx", 0o600);
  try {
    const writer = new ImprintWriter(chips);
    const bytes = new Int16Array(STEP_BYTES / SAMPLE_BYTES);
    let steps = 0;
    const put = (samples: ArrayLike<number>): void => {
      const change = writer.next(samples);
      // The first change is for the time before the sound.
      if (steps++ === 0) return;
      for (let at = 0; at < bytes.length; at++) {
        const value = Math.round((change[at] ?? 0) * IMPRINT_SCALE);
        bytes[at] = Math.max(-FULL_SCALE, Math.min(SAMPLE_MAX, value));
      }
      writeSync(file, bytes);
    };
    const blocks = sampleBlocks(put);
    const options = ["-map", "0:a:0", "-af", filter, "-ac", String(CHANNELS), "-ar", String(IMPRINT_RATE)];
    const output = [...options, "-c:a", "pcm_s16le", "-f", "s16le", "pipe:1"];
    const limits = { outputBytesMax: OUTPUT_BYTES_MAX };
    await runAudioFfmpeg(tools, { source, options: output, ...limits }, (chunk) => blocks.take(chunk));
    blocks.end();
    put([]);
  } finally {
    closeSync(file);
  }
}

/** Joins chunks of any length to blocks of HOP samples of both channels. The last block is filled with silence. */
function sampleBlocks(put: (samples: ArrayLike<number>) => void): {
  take(chunk: Uint8Array): void;
  end(): void;
} {
  const bytes = new Uint8Array(STEP_BYTES);
  const samples = new Int16Array(bytes.buffer);
  let filled = 0;
  return {
    take(chunk) {
      for (let at = 0; at < chunk.length;) {
        const taken = Math.min(STEP_BYTES - filled, chunk.length - at);
        bytes.set(chunk.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        if (filled < STEP_BYTES) continue;
        put(samples);
        filled = 0;
      }
    },
    end() {
      if (filled === 0) return;
      bytes.fill(0, filled);
      put(samples);
    },
  };
}
