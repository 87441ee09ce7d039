import { Type } from "@sinclair/typebox";
import { type FfprobeRun, positiveNumber, readHeader } from "../native/run-ffprobe.ts";
import type { SoundDemuxer } from "./audio-demuxer.ts";
import { AudioUnreadable } from "./audio-unreadable.ts";

/** The header of a file's first sound track. */
export interface AudioProbe {
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Seconds as the header states them; null if it does not. Only the decoded length is reliable. */
  readonly duration: number | null;
  /** Bits per sample: 8, 16, 24 or 32; 16 if the header does not state it. */
  readonly bits: number;
  readonly isFloat: boolean;
  /** ffmpeg's name of the codec. */
  readonly codec: string;
}

const ENTRIES =
  "stream=codec_type,codec_name,sample_fmt,sample_rate,channels,bits_per_raw_sample,bits_per_sample,duration:format=duration";
const USUAL_BITS = 16;

const Report = Type.Object({
  streams: Type.Array(
    Type.Object({
      codec_type: Type.Optional(Type.String()),
      codec_name: Type.Optional(Type.String()),
      sample_fmt: Type.Optional(Type.String()),
      sample_rate: Type.Optional(Type.String()),
      channels: Type.Optional(Type.Integer()),
      bits_per_raw_sample: Type.Optional(Type.String()),
      bits_per_sample: Type.Optional(Type.Integer()),
      duration: Type.Optional(Type.String()),
    }),
  ),
  format: Type.Optional(Type.Object({ duration: Type.Optional(Type.String()) })),
});

/** Reads the header with ffprobe. Throws AudioUnreadable for a file without sound or without a readable header, and as `readHeader` does. */
export async function probeAudio(
  ffprobe: string,
  path: string,
  demuxer: SoundDemuxer,
  run: FfprobeRun,
): Promise<AudioProbe> {
  const header = await readHeader(ffprobe, { path, demuxer }, { entries: ENTRIES, report: Report }, run);
  if (header === "too slow") throw new AudioUnreadable("The file's header took too long to read.");
  const report = header === "unreadable" ? null : header;
  const track = report?.streams.find((stream) => stream.codec_type === "audio");
  const sampleRate = positiveNumber(track?.sample_rate);
  const { channels = 0 } = track ?? {};
  if (sampleRate === null || channels < 1) throw new AudioUnreadable("It has no readable sound track.");
  return {
    sampleRate,
    channels,
    duration: positiveNumber(track?.duration) ?? positiveNumber(report?.format?.duration),
    bits: positiveNumber(track?.bits_per_raw_sample) ?? positiveNumber(track?.bits_per_sample) ?? USUAL_BITS,
    isFloat: /^(flt|dbl)/.test(track?.sample_fmt ?? ""),
    codec: track?.codec_name ?? "",
  };
}
