import { type Static, Type } from "@sinclair/typebox";
import type { NativeParts } from "../native/native-parts.ts";
import { type FfprobeRun, positiveNumber, readHeader } from "../native/run-ffprobe.ts";
import { filmSource } from "./film/run-on-film.ts";
import type { FilmProbe } from "./pool/protocol.ts";
import { FilmUnreadable } from "./unreadable.ts";
import { x264VersionOf } from "./x264-version.ts";

const ENTRIES =
  "format=duration:stream=codec_type,codec_name,pix_fmt,width,height,avg_frame_rate,r_frame_rate,duration:stream_disposition=attached_pic:stream_tags=rotate";

const Stream = Type.Object({
  codec_type: Type.Optional(Type.String()),
  codec_name: Type.Optional(Type.String()),
  pix_fmt: Type.Optional(Type.String()),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  avg_frame_rate: Type.Optional(Type.String()),
  r_frame_rate: Type.Optional(Type.String()),
  duration: Type.Optional(Type.String()),
  disposition: Type.Optional(Type.Object({ attached_pic: Type.Optional(Type.Integer()) })),
  tags: Type.Optional(Type.Object({ rotate: Type.Optional(Type.String()) })),
  side_data_list: Type.Optional(Type.Array(Type.Object({ rotation: Type.Optional(Type.Number()) }))),
});
type Stream = Static<typeof Stream>;
const Report = Type.Object({
  streams: Type.Array(Stream),
  format: Type.Object({ duration: Type.Optional(Type.String()) }),
});

/**
 * Reads the header of a film with ffprobe. `container` is the one that was sniffed from the first bytes: if ffprobe guessed
 * it, a playlist with a film's name could make it open other files.
 * Throws FilmUnreadable if the file has no picture track, size or duration; NativePartsUnusable; and as
 * `readHeader` does.
 */
export async function probeFilm(
  path: string,
  container: FilmProbe["container"],
  parts: Pick<NativeParts, "ffprobePath" | "ffmpegPath">,
  run: FfprobeRun,
): Promise<FilmProbe> {
  const query = { entries: ENTRIES, report: Report };
  const report = await readHeader(await parts.ffprobePath(), filmSource(path, container), query, run);
  if (report === "too slow") throw new FilmUnreadable("The film's header took too long to read.");
  const video = report === "unreadable" ? undefined : report.streams.find(isFilm);
  if (report === "unreadable" || video === undefined) throw new FilmUnreadable("It has no readable picture track.");
  const { width = 0, height = 0 } = video;
  if (width < 1 || height < 1) throw new FilmUnreadable("Its width and height are unknown.");
  const duration = positiveNumber(report.format.duration) ?? positiveNumber(video.duration);
  if (duration === null) throw new FilmUnreadable("Its duration is unknown.");
  const ffmpegPath = await parts.ffmpegPath();
  const isRotated = rotationOf(video) % 180 !== 0;
  return {
    container,
    duration,
    width: isRotated ? height : width,
    height: isRotated ? width : height,
    frameRate: rateOf(video),
    videoCodec: video.codec_name ?? "",
    hasAudio: report.streams.some((one) => one.codec_type === "audio"),
    x264Version: hasFullChroma(video) ? await x264VersionOf(path, { container, ffmpegPath }, run) : null,
    ffmpegPath,
  };
}

/** Excludes cover pictures of music files, which are video streams, too. */
function isFilm(stream: Stream): boolean {
  return stream.codec_type === "video" && stream.disposition?.attached_pic !== 1;
}

/** Returns whether a film is H.264 whose colours have the resolution of its brightness. */
function hasFullChroma({ codec_name: codec, pix_fmt: pixels = "" }: Stream): boolean {
  return codec === "h264" && /^(?:yuvj?444|gbr)/.test(pixels);
}

function rateOf(stream: Stream): number | null {
  for (const fraction of [stream.avg_frame_rate, stream.r_frame_rate]) {
    const [frames = Number.NaN, seconds = Number.NaN] = (fraction ?? "").split("/").map(Number);
    const rate = frames / seconds;
    if (Number.isFinite(rate) && rate > 0) return rate;
  }
  return null;
}

/** Returns the rotation in degrees, rounded to quarter turns. Older versions of ffprobe report a tag, newer ones side data. */
function rotationOf(stream: Stream): number {
  const side = stream.side_data_list?.find((one) => one.rotation !== undefined)?.rotation;
  const degrees = Number(side ?? stream.tags?.rotate ?? 0);
  return Number.isFinite(degrees) ? Math.abs(Math.round(degrees / 90) * 90) : 0;
}
