import { messageOf } from "../lib/assert.ts";
import type { NativeParts } from "./native-parts.ts";
import { type ChildLimits, type ChildResult, runChild } from "./run-child.ts";

export interface PartCheck {
  readonly name: "sharp" | "ffprobe" | "ffmpeg";
  readonly works: boolean;
  /** Null when it did not come to that. */
  readonly version: string | null;
  readonly origin: NativeParts["origin"];
  /** What was done with it, or why it failed. */
  readonly detail: string;
}

const LIMITS: ChildLimits = { timeoutMs: 20_000, memoryBytesMax: 1_500_000_000, outputBytesMax: 1_000_000 };
/** Programs are given their input and its format, so that nothing in it can make them open anything else. */
const WAV_FROM_STDIN = ["-f", "wav", "-protocol_whitelist", "pipe", "-i", "pipe:0"] as const;

/** Really runs every native part on a tiny job. Never throws: a failure is a check that says why. */
export async function checkNativeParts(parts: NativeParts): Promise<readonly PartCheck[]> {
  // One after the other: on a small machine the first start unpacks 200 MB.
  const sharp = await check("sharp", parts, () => trySharp(parts));
  const ffprobe = await check("ffprobe", parts, async () => tryFfprobe(await parts.ffprobePath()));
  const ffmpeg = await check("ffmpeg", parts, async () => tryFfmpeg(await parts.ffmpegPath()));
  return [sharp, ffprobe, ffmpeg];
}

type Tried = Pick<PartCheck, "version" | "detail">;

async function check(name: PartCheck["name"], parts: NativeParts, attempt: () => Promise<Tried>): Promise<PartCheck> {
  try {
    return { name, works: true, origin: parts.origin, ...(await attempt()) };
  } catch (error) {
    return { name, works: false, origin: parts.origin, version: null, detail: messageOf(error) };
  }
}

async function trySharp(parts: NativeParts): Promise<Tried> {
  const sharp = await parts.loadSharp();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#804020" } })
    .png()
    .toBuffer();
  const { info } = await sharp(png).jpeg().toBuffer({ resolveWithObject: true });
  expect(info.format === "jpeg" && info.width === 8, `sharp made ${info.format} of a PNG, not a JPEG`);
  return {
    version: `${sharp.versions.sharp ?? "?"} (libvips ${sharp.versions.vips})`,
    detail: "turned a PNG into a JPEG",
  };
}

async function tryFfprobe(program: string): Promise<Tried> {
  const version = await versionOf(program);
  const entries = ["-show_entries", "stream=codec_name,sample_rate", "-of", "csv=p=0"];
  const probed = await run([program, "-v", "error", ...entries, ...WAV_FROM_STDIN], tinyWav());
  const found = new TextDecoder().decode(probed.stdout).trim();
  expect(found === "pcm_s16le,8000", `ffprobe took a WAV for ${JSON.stringify(found)}`);
  return { version, detail: "read a WAV" };
}

async function tryFfmpeg(program: string): Promise<Tried> {
  const version = await versionOf(program);
  const encoding = ["-codec:a", "libmp3lame", "-f", "mp3", "pipe:1"];
  const encoded = await run([program, "-v", "error", ...WAV_FROM_STDIN, ...encoding], tinyWav());
  expect(encoded.stdout.length > 0, "ffmpeg made an empty MP3");
  return { version, detail: "turned a WAV into an MP3" };
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await run([program, "-version"]);
  const version = /^\S+ version (\S+)/.exec(new TextDecoder().decode(stdout))?.[1];
  expect(version !== undefined, `${program} -version printed no version`);
  return version;
}

async function run(command: readonly [string, ...string[]], input?: Uint8Array): Promise<ChildResult> {
  // A person waits for `doctor`, and a slow answer would look like a broken part.
  const given = input === undefined ? {} : { input };
  const result = await runChild(command, { limits: LIMITS, priority: "request", ...given });
  const status = result.signal ?? `exit status ${result.exitCode}`;
  expect(result.exitCode === 0, `${command[0]} failed (${result.end}, ${status}): ${result.stderr.trim()}`);
  return result;
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
