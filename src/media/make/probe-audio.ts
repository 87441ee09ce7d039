import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type ChildLimits, runChild } from "../../native/run-child.ts";
import { audioContainerOf } from "./audio-container.ts";
import { MakingFailed } from "./making-failed.ts";
import { type AudioTools, readingOptions } from "./run-audio.ts";

const LIMITS: ChildLimits = { timeoutMs: 20_000, memoryBytesMax: 1_500_000_000, outputBytesMax: 100_000 };
const ENTRIES = "stream=codec_name,sample_fmt,sample_rate,channels,bits_per_raw_sample,bits_per_sample";

const Report = Type.Object({
  streams: Type.Array(
    Type.Object({
      codec_name: Type.Optional(Type.String()),
      sample_fmt: Type.Optional(Type.String()),
      sample_rate: Type.String(),
      channels: Type.Integer({ minimum: 1 }),
      bits_per_raw_sample: Type.Optional(Type.String()),
      bits_per_sample: Type.Optional(Type.Integer()),
    }),
  ),
});

/** What a file's first sound track is. */
export interface AudioShape {
  readonly sampleRate: number;
  readonly channels: number;
  /** Of one sample: 8, 16, 24 or 32. What is not given is 16. */
  readonly bits: number;
  readonly isFloat: boolean;
}

/** Reads a file's header with ffprobe. Throws MakingFailed for one without sound, and the signal's reason. */
export async function probeAudio(path: string, { parts, signal }: AudioTools): Promise<AudioShape> {
  const [, , ...reading] = readingOptions(path, await audioContainerOf(path));
  const asking = ["-v", "error", "-select_streams", "a:0", "-show_entries", ENTRIES, "-of", "json"] as const;
  const result = await runChild([await parts.ffprobePath(), ...asking, ...reading], { limits: LIMITS, signal });
  signal.throwIfAborted();
  if (result.end === "timed-out") throw new MakingFailed("Its header took too long to read.");
  const stream = parsed(result.stdout)?.streams[0];
  if (stream === undefined) throw new MakingFailed("It has no sound that can be read.");
  const { sample_rate, channels, sample_fmt = "", bits_per_raw_sample, bits_per_sample } = stream;
  const bits = [Number(bits_per_raw_sample), bits_per_sample].find((count) => (count ?? 0) > 0) ?? 16;
  return { sampleRate: Number(sample_rate), channels, bits, isFloat: /^(flt|dbl)/.test(sample_fmt) };
}

function parsed(stdout: Uint8Array): Static<typeof Report> | null {
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(stdout));
    return Value.Check(Report, report) ? report : null;
  } catch {
    return null;
  }
}
