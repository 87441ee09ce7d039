import { messageOf } from "../lib/assert.ts";
import { FFMPEG_MEMORY_BYTES_MAX } from "./ffmpeg-source.ts";
import type { NativeParts } from "./native-parts.ts";
import { type ChildEnd, runChild } from "./run-child.ts";
import { runFfmpeg } from "./run-ffmpeg.ts";
import { runFfprobe } from "./run-ffprobe.ts";

export interface PartCheck {
  readonly name: "sharp" | "ffprobe" | "ffmpeg";
  readonly works: boolean;
  /** Null if the check failed. */
  readonly version: string | null;
  readonly origin: NativeParts["origin"];
  /** What the part did, or why it failed. */
  readonly detail: string;
}

/** `doctor` waits for these checks, so they run at the server's own priority. */
const PRIORITY = "request";
const LIMITS = { timeoutMs: 20_000, memoryBytesMax: FFMPEG_MEMORY_BYTES_MAX, outputBytesMax: 1_000_000 } as const;
const WAV_FROM_STDIN = { path: null, demuxer: "wav" } as const;

/** Runs every native part on a tiny job. Never throws: a failed check has the reason in `detail`. */
export async function checkNativeParts(parts: NativeParts): Promise<readonly PartCheck[]> {
  // In sequence: on a small machine the first start unpacks 200 MB.
  const sharp = await check("sharp", parts, () => runSharp(parts));
  const ffprobe = await check("ffprobe", parts, async () => probeWav(await parts.ffprobePath()));
  const ffmpeg = await check("ffmpeg", parts, async () => encodeWav(await parts.ffmpegPath()));
  return [sharp, ffprobe, ffmpeg];
}

type Success = Pick<PartCheck, "version" | "detail">;

async function check(name: PartCheck["name"], parts: NativeParts, run: () => Promise<Success>): Promise<PartCheck> {
  try {
    return { name, works: true, origin: parts.origin, ...(await run()) };
  } catch (error) {
    return { name, works: false, origin: parts.origin, version: null, detail: messageOf(error) };
  }
}

async function runSharp(parts: NativeParts): Promise<Success> {
  const sharp = await parts.loadSharp();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#804020" } })
    .png()
    .toBuffer();
  const { info } = await sharp(png).jpeg().toBuffer({ resolveWithObject: true });
  expect(info.format === "jpeg" && info.width === 8, `sharp converted a PNG to ${info.format} instead of JPEG`);
  return {
    version: `${sharp.versions.sharp} (libvips ${sharp.versions.vips})`,
    detail: "converted a PNG to a JPEG",
  };
}

async function probeWav(program: string): Promise<Success> {
  const version = await versionOf(program);
  const run = { limits: { timeoutMs: LIMITS.timeoutMs }, priority: PRIORITY, input: tinyWav() } as const;
  const probed = await runFfprobe(program, WAV_FROM_STDIN, "stream=codec_name,sample_rate", run);
  expectSuccess(program, probed);
  const found = new TextDecoder().decode(probed.stdout).replaceAll(/\s+/g, "");
  expect(found.includes('"codec_name":"pcm_s16le","sample_rate":"8000"'), `ffprobe did not recognise a WAV: ${found}`);
  return { version, detail: "read a WAV" };
}

async function encodeWav(program: string): Promise<Success> {
  const version = await versionOf(program);
  let byteSize = 0;
  const options = ["-codec:a", "libmp3lame", "-f", "mp3", "pipe:1"];
  const run = { source: WAV_FROM_STDIN, options, limits: LIMITS, priority: PRIORITY, input: tinyWav() } as const;
  const encoded = await runFfmpeg(program, run, (chunk) => void (byteSize += chunk.length));
  expectSuccess(program, encoded);
  expect(byteSize > 0, "ffmpeg wrote an empty MP3");
  return { version, detail: "converted a WAV to an MP3" };
}

async function versionOf(program: string): Promise<string> {
  const result = await runChild([program, "-version"], { limits: LIMITS, priority: PRIORITY });
  expectSuccess(program, result);
  const version = /^\S+ version (\S+)/.exec(new TextDecoder().decode(result.stdout))?.[1];
  expect(version !== undefined, `${program} -version printed no version`);
  return version;
}

function expectSuccess(program: string, { end, exitCode, signal, stderr }: ChildEnd): void {
  const status = signal ?? `exit status ${exitCode}`;
  expect(exitCode === 0, `${program} failed (${end}, ${status}): ${stderr.trim()}`);
}

function expect(condition: boolean, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint);
}

/** A tenth of a second of silence: 8 kHz, mono, 16 bit (RIFF WAVE, format 1). */
function tinyWav(): Uint8Array {
  const rate = 8_000;
  const sampleBytes = 2;
  const dataBytes = (rate / 10) * sampleBytes;
  const wav = Buffer.alloc(44 + dataBytes);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * sampleBytes, 28);
  wav.writeUInt16LE(sampleBytes, 32);
  wav.writeUInt16LE(sampleBytes * 8, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(dataBytes, 40);
  return wav;
}
