import { type FileFormat, streamFormatOf } from "../lib/file-format/file-format.ts";

export type MediaKind = "image" | "video" | "audio";

/** The media types that can be uploaded with any key. */
export const SUPPORTED_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/quicktime",
  "video/webm",
] as const;

type SupportedType = (typeof SUPPORTED_TYPES)[number];

/** The media types that can be uploaded with a key that has the right `audio`. */
export const AUDIO_TYPES = ["audio/wav", "audio/mpeg", "audio/flac", "audio/aac", "audio/mp4", "audio/ogg"] as const;

type AudioType = (typeof AUDIO_TYPES)[number];

/** The type of an upload by its first bytes. `container` is the ffmpeg demuxer to force; `format` is the name that sharp reports. */
export type SniffedType =
  | SniffedSight
  | {
      readonly kind: "audio";
      readonly type: AudioType;
      /** The other types that the bytes can be. */ readonly or?: readonly AudioType[];
    };

/** The type of a picture or film. */
export type SniffedSight =
  | { readonly kind: "image"; readonly format: "jpeg" | "png" | "webp"; readonly type: SupportedType }
  | { readonly kind: "video"; readonly container: "mov" | "matroska"; readonly type: SupportedType };

const QUICKTIME = { kind: "video", container: "mov", type: "video/quicktime" } as const;
const SNIFFED_TYPES: Readonly<Partial<Record<FileFormat, SniffedType>>> = {
  jpeg: { kind: "image", format: "jpeg", type: "image/jpeg" },
  png: { kind: "image", format: "png", type: "image/png" },
  webp: { kind: "image", format: "webp", type: "image/webp" },
  mp4: { kind: "video", container: "mov", type: "video/mp4" },
  mov: QUICKTIME,
  quicktime: QUICKTIME,
  "quicktime-preview": QUICKTIME,
  webm: { kind: "video", container: "matroska", type: "video/webm" },
  wav: { kind: "audio", type: "audio/wav" },
  mp3: { kind: "audio", type: "audio/mpeg" },
  // The tag is in front of MP3, and sometimes of FLAC or AAC. The probe reads behind it.
  id3: { kind: "audio", type: "audio/mpeg", or: ["audio/flac", "audio/aac"] },
  flac: { kind: "audio", type: "audio/flac" },
  aac: { kind: "audio", type: "audio/aac" },
  "mp4-audio": { kind: "audio", type: "audio/mp4" },
  ogg: { kind: "audio", type: "audio/ogg" },
};

/** Other names of audio types that programs send. */
const AUDIO_NAMES: Readonly<Record<string, AudioType>> = {
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/mp3": "audio/mpeg",
  "audio/x-mp3": "audio/mpeg",
  "audio/x-mpeg": "audio/mpeg",
  "audio/x-flac": "audio/flac",
  "audio/x-aac": "audio/aac",
  "audio/aacp": "audio/aac",
  "audio/m4a": "audio/mp4",
  "audio/x-m4a": "audio/mp4",
  "audio/opus": "audio/ogg",
  "audio/vorbis": "audio/ogg",
  "application/ogg": "audio/ogg",
};

/** MP4 and QuickTime share one container format, so each can be declared as the other. */
const BOX_TYPES: ReadonlySet<string> = new Set(["video/mp4", "video/quicktime"]);

/** The type that clients send for a file of unknown type. */
const UNKNOWN_TYPE = "application/octet-stream";

/**
 * Detects the type of an upload from its first bytes: null for an unsupported format, "more" if too few of them have arrived.
 * @param isComplete whether the upload ended after `head`.
 */
export function sniffUpload(head: Uint8Array, isComplete: boolean): SniffedType | null | "more" {
  const format = streamFormatOf(head, isComplete);
  if (format === null || format === "more") return format;
  return SNIFFED_TYPES[format] ?? null;
}

/** Formats of the bytes as an error names them, if the name of the format does not say enough. */
const FORMAT_NAMES: Readonly<Partial<Record<FileFormat, string>>> = {
  "mp4-still": "a HEIF, JPEG 2000 or raw image",
  "mp4-audio": "MP4 audio",
  "quicktime-preview": "QuickTime",
  ebml: "Matroska (not WebM)",
  "ebml-incomplete": "an incomplete Matroska or WebM header",
  id3: "MP3 or other audio with an ID3 tag",
  zip: "a ZIP archive",
};

/** Describes an unsupported format by the first bytes of a file, for an error. */
export function describeFormat(head: Uint8Array): string {
  const format = streamFormatOf(head, true);
  if (format === null || format === "more") return "an unknown format";
  return FORMAT_NAMES[format] ?? format.toUpperCase();
}

/** Normalises a media type: without parameters, in lower case. */
export function plainType(declared: string): string {
  return (declared.split(";")[0] ?? "").trim().toLowerCase();
}

/** Normalises a declared type. Null if it says nothing of the file: then the bytes decide. */
export function meaningOf(declared: string | null): string | null {
  const plain = declared === null ? UNKNOWN_TYPE : plainType(declared);
  return plain === UNKNOWN_TYPE ? null : plain;
}

/** Returns the type that an upload is recorded with, or null if the declared type contradicts the bytes. */
export function acceptedType(declared: string | null, sniffed: SniffedType): string | null {
  const plain = meaningOf(declared);
  const { type } = sniffed;
  if (plain === null) return type;
  if (sniffed.kind === "audio") {
    const named = AUDIO_NAMES[plain] ?? plain;
    return [type, ...(sniffed.or ?? [])].find((one) => one === named) ?? null;
  }
  const isFamily = BOX_TYPES.has(plain) && BOX_TYPES.has(type);
  return plain === type || isFamily ? plain : null;
}

/** Returns the ffmpeg demuxer for a film, by the media type of its asset. */
export function containerOf(contentType: string): "mov" | "matroska" {
  return contentType === "video/webm" ? "matroska" : "mov";
}
