import { isFaultOfSource } from "./making-failed.ts";
import { generatedMark, type Mark, MARK_RATE, MARK_SECONDS_MAX, markOf } from "./mark.ts";
import { type AudioTools, runAudioFfmpeg } from "./run-audio.ts";

const SAMPLE_BYTES = 4;
const MARK_SECONDS_MIN = 0.2;

/** The operator's file cannot be used as a mark. The message says what is expected. */
export class MarkUnusable extends Error {
  override readonly name = "MarkUnusable";
}

/** Opens the recording at `path` as the mark; null gives the built-in one. Throws MarkUnusable. */
export async function openMark(path: string | null, tools: AudioTools): Promise<Mark> {
  if (path === null) return generatedMark();
  const mark = markOf(await decoded(path, tools));
  const seconds = mark.samples.length / MARK_RATE;
  if (seconds >= MARK_SECONDS_MIN && seconds <= MARK_SECONDS_MAX) return mark;
  const found = seconds === 0 ? "silence" : `${seconds.toFixed(1)} seconds`;
  throw unusable(path, `expected ${MARK_SECONDS_MIN} to ${MARK_SECONDS_MAX} seconds of sound, got ${found}`);
}

async function decoded(path: string, tools: AudioTools): Promise<Float32Array> {
  const chunks: Uint8Array[] = [];
  // The file can be longer than the mark by the silence around it.
  const outputBytesMax = 4 * MARK_SECONDS_MAX * MARK_RATE * SAMPLE_BYTES;
  const output = ["-map", "0:a:0", "-ac", "1", "-ar", String(MARK_RATE), "-c:a", "pcm_f32le", "-f", "f32le", "pipe:1"];
  try {
    await runAudioFfmpeg(tools, { source: path, options: output, outputBytesMax }, (chunk) => void chunks.push(chunk));
  } catch (error) {
    if (isFaultOfSource(error)) throw unusable(path, error.message);
    throw error;
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / SAMPLE_BYTES));
}

function unusable(path: string, why: string): MarkUnusable {
  return new MarkUnusable(`The watermark ${path} cannot be used: ${why}`);
}
