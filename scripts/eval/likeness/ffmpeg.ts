import { AUDIO_RATE } from "../../../src/audio/samples.ts";

const RAW = ["-f", "s16le", "-ar", String(AUDIO_RATE), "-ac", "1"] as const;

/** Decodes a file to mono samples at AUDIO_RATE. */
export async function decodeFile(ffmpeg: string, path: string): Promise<Int16Array> {
  return samplesIn(await run([ffmpeg, "-v", "error", "-nostdin", "-i", path, ...RAW, "pipe:1"], null));
}

/** Filters samples, and encodes and decodes them if a format is given. */
export async function throughFfmpeg(
  ffmpeg: string,
  samples: Int16Array,
  filters: readonly string[],
  encoding: { readonly format: string; readonly options: readonly string[] } | null = null,
): Promise<Int16Array> {
  const start = [ffmpeg, "-v", "error", ...RAW, "-i", "pipe:0", ...filters];
  if (encoding === null) return samplesIn(await run([...start, ...RAW, "pipe:1"], bytesOf(samples)));
  const encoded = await run([...start, ...encoding.options, "-f", encoding.format, "pipe:1"], bytesOf(samples));
  return samplesIn(
    await run([ffmpeg, "-v", "error", "-f", encoding.format, "-i", "pipe:0", ...RAW, "pipe:1"], encoded),
  );
}

async function run(
  command: readonly string[],
  input: Uint8Array<ArrayBuffer> | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const child = Bun.spawn([...command], {
    stdin: input === null ? "ignore" : new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0)
    throw new Error(`ffmpeg ended with status ${child.exitCode}: ${errors.slice(0, 300)}`);
  return new Uint8Array(output);
}

function bytesOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
}

function samplesIn(bytes: Uint8Array<ArrayBuffer>): Int16Array {
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
}
