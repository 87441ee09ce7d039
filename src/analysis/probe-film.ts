import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { NativeParts } from "../native/native-parts.ts";
import { type ChildLimits, runChild } from "../native/run-child.ts";
import type { FilmProbe } from "./sight/protocol.ts";

const LIMITS: ChildLimits = { timeoutMs: 20_000, memoryBytesMax: 1_500_000_000, outputBytesMax: 500_000 };
/** Larger frames are refused before they are decoded; 8K has 33 million. */
const PIXELS_MAX = 67_108_864;
const ENTRIES =
  "format=duration:stream=codec_type,codec_name,width,height,duration,avg_frame_rate:stream_disposition=attached_pic:stream_tags=rotate";

const Report = Type.Object({
  format: Type.Object({ duration: Type.Optional(Type.String()) }),
  streams: Type.Array(
    Type.Object({
      codec_type: Type.Optional(Type.String()),
      codec_name: Type.Optional(Type.String()),
      width: Type.Optional(Type.Integer()),
      height: Type.Optional(Type.Integer()),
      duration: Type.Optional(Type.String()),
      avg_frame_rate: Type.Optional(Type.String()),
      disposition: Type.Optional(Type.Object({ attached_pic: Type.Optional(Type.Integer()) })),
      tags: Type.Optional(Type.Object({ rotate: Type.Optional(Type.String()) })),
    }),
  ),
});
type Stream = Static<typeof Report>["streams"][number];

/** The file has no picture track, no length, or cannot be read at all. */
export class FilmUnreadable extends Error {
  override readonly name = "FilmUnreadable";
}

/**
 * Asks ffprobe what a local film holds. The container is forced and every protocol but `file` closed: a playlist under
 * a film's name would otherwise be opened, and whatever it names. Throws FilmUnreadable, and NativePartsUnusable.
 */
export async function probeFilm(
  path: string,
  container: FilmProbe["container"],
  parts: NativeParts,
  signal: AbortSignal | null = null,
): Promise<FilmProbe> {
  const reading = ["-v", "error", "-protocol_whitelist", "file", "-max_pixels", String(PIXELS_MAX), "-f", container];
  const showing = ["-show_entries", ENTRIES, "-of", "json", "-i", `file:${path}`];
  const result = await runChild([await parts.ffprobePath(), ...reading, ...showing], {
    limits: LIMITS,
    ...(signal === null ? {} : { signal }),
  });
  const report = result.exitCode === 0 ? parse(result.stdout) : null;
  const video = report?.streams.find((one) => one.codec_type === "video" && one.disposition?.attached_pic !== 1);
  if (report === null || video === undefined) throw new FilmUnreadable("There is no picture track in it.");
  const lengths = [report.format.duration, ...report.streams.map((one) => one.duration)].map(Number);
  const duration = Math.max(...lengths.filter((length) => Number.isFinite(length) && length > 0));
  const { width = 0, height = 0 } = video;
  if (!Number.isFinite(duration)) throw new FilmUnreadable("Its duration is not told.");
  if (width < 1 || height < 1) throw new FilmUnreadable("Its dimensions are not told.");
  const isTurned = Math.abs(Number(video.tags?.rotate ?? 0)) % 180 === 90;
  return {
    container,
    duration,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    frameRate: frameRateOf(video),
    videoCodec: video.codec_name ?? "",
    hasAudio: report.streams.some((one) => one.codec_type === "audio"),
    ffmpegPath: await parts.ffmpegPath(),
  };
}

function parse(stdout: Uint8Array): Static<typeof Report> | null {
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(stdout));
    return Value.Check(Report, report) ? report : null;
  } catch {
    return null;
  }
}

/** `30000/1001` */
function frameRateOf({ avg_frame_rate: text = "" }: Stream): number | null {
  const [above, below] = text.split("/").map(Number);
  const rate = (above ?? 0) / (below ?? 0);
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}
