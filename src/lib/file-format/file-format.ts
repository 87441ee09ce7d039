import { docTypeOf, EBML_MAGIC } from "./doc-type.ts";
import { mpegFrameAt } from "./mpeg-frames.ts";

/** Number of first bytes that identify any format except EBML. */
export const HEAD_BYTES = 32;
/** Number of first bytes to read at most. An EBML header with every standard element is far shorter. */
export const HEAD_BYTES_MAX = 4_096;

/**
 * The format of a file, by its first bytes.
 * - `avif`, `mp4-still` (HEIF, JPEG 2000, Canon raw), `mp4-audio`, `mov` and `mp4` are the files with an `ftyp` box, by major brand.
 * - `quicktime` and `quicktime-preview` have no `ftyp`. The second begins with unused space or a preview, so its content is open.
 * - `ebml` has a DocType other than `webm`, such as `matroska`; `ebml-incomplete` has none in these bytes.
 * - `id3` begins with an ID3v2 tag, in front of MP3 and sometimes of FLAC or AAC.
 * - `mp3` (of any layer) and `aac` begin with a frame header, which is too short to be unambiguous.
 */
export type FileFormat =
  | "jpeg"
  | "png"
  | "gif"
  | "webp"
  | "avif"
  | "mp4-still"
  | "mp4-audio"
  | "mp4"
  | "mov"
  | "quicktime"
  | "quicktime-preview"
  | "webm"
  | "ebml"
  | "ebml-incomplete"
  | "wav"
  | "w64"
  | "aiff"
  | "flac"
  | "ogg"
  | "id3"
  | "mp3"
  | "aac"
  | "zip";

/** Texts that a file begins with, as Latin-1. */
const SIGNATURES: readonly (readonly [string, FileFormat])[] = [
  ["\xff\xd8\xff", "jpeg"],
  ["\x89PNG\r\n\x1a\n", "png"],
  ["GIF87a", "gif"],
  ["GIF89a", "gif"],
  ["riff.\x91\xcf\x11", "w64"],
  ["fLaC", "flac"],
  ["OggS", "ogg"],
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  ["ID3", "id3"],
];
/** Signatures that follow other bytes, usually a size. The first match wins. */
const PATTERNS: readonly (readonly [RegExp, FileFormat])[] = [
  [/^RIFF.{4}WEBP/s, "webp"],
  // RF64 and BW64 (ITU-R BS.2088) are WAV with 64-bit sizes.
  [/^(RIFF|RF64|BW64).{4}WAVE/s, "wav"],
  [/^FORM.{4}AIF[FC]/s, "aiff"],
  // ISO/IEC 14496-12, 4.3: the major brand follows `ftyp`.
  [/^.{4}ftypavi[fs]/s, "avif"],
  [/^.{4}ftyp(hei[cxmsf]|hev[cxms]|mi[af]1|msf1|miaf|MiHE|crx |jp2 |jpm |jpx )/s, "mp4-still"],
  [/^.{4}ftyp(M4[ABP] |F4[AB] )/s, "mp4-audio"],
  [/^.{4}ftypqt {2}/s, "mov"],
  [/^.{4}ftyp/s, "mp4"],
  [/^.{4}(moov|mdat|wide|free)/s, "quicktime"],
  [/^.{4}(skip|pnot)/s, "quicktime-preview"],
];

/** Detects the format of a file from its first bytes; null for other formats. `HEAD_BYTES` are enough for any but EBML. */
export function fileFormatOf(head: Uint8Array): FileFormat | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD_BYTES)).toString("latin1");
  if (text.startsWith(EBML_MAGIC)) return ebmlFormatOf(head);
  const signature = SIGNATURES.find(([start]) => text.startsWith(start));
  return (signature ?? PATTERNS.find(([pattern]) => pattern.test(text)))?.[1] ?? mpegFrameAt(head);
}

/**
 * Detects the format of a stream while its first bytes arrive. Returns "more" if more bytes are needed to tell. It
 * never does so for a complete stream, or once `head` has `HEAD_BYTES_MAX` bytes.
 * @param isComplete whether the stream ended after `head`.
 */
export function streamFormatOf(head: Uint8Array, isComplete: boolean): FileFormat | null | "more" {
  if (!isComplete && head.length < HEAD_BYTES) return "more";
  const format = fileFormatOf(head);
  return format === "ebml-incomplete" && !isComplete && head.length < HEAD_BYTES_MAX ? "more" : format;
}

function ebmlFormatOf(head: Uint8Array): FileFormat {
  const docType = docTypeOf(head);
  if (docType === null) return "ebml-incomplete";
  return docType === "webm" ? "webm" : "ebml";
}
