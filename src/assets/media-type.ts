export type MediaKind = "image" | "video";

/** The media types that may be uploaded. */
export const SUPPORTED_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/quicktime",
  "video/webm",
] as const;

type SupportedType = (typeof SUPPORTED_TYPES)[number];

/** What the first bytes of a file say that it is. `container` is ffmpeg's name of the format, to be forced when it is read. */
export type SniffedType =
  | { readonly kind: "image"; readonly format: "jpeg" | "png" | "webp"; readonly type: SupportedType }
  | { readonly kind: "video"; readonly container: "mov" | "matroska"; readonly type: SupportedType };

/** MP4 and QuickTime are one family of files, so each may be declared as the other. */
const BOX_TYPES: ReadonlySet<string> = new Set(["video/mp4", "video/quicktime"]);

/** Clients that do not know a file's type send this one. */
const UNKNOWN_TYPE = "application/octet-stream";

/** A media type as it is compared: without parameters, in lower case. */
export function plainType(declared: string): string {
  return (declared.split(";")[0] ?? "").trim().toLowerCase();
}

/** Returns the type that an upload is recorded with, or null if the declared type contradicts the bytes. */
export function acceptedType(declared: string | null, { type }: SniffedType): string | null {
  const plain = declared === null ? UNKNOWN_TYPE : plainType(declared);
  if (plain === UNKNOWN_TYPE) return type;
  const isFamily = BOX_TYPES.has(plain) && BOX_TYPES.has(type);
  return plain === type || isFamily ? plain : null;
}

export function isSupported(plain: string): boolean {
  return SUPPORTED_TYPES.some((type) => type === plain);
}

/** The container that a stored film was sniffed as, out of the type that it was accepted with. */
export function containerOf(contentType: string): "mov" | "matroska" {
  return contentType === "video/webm" ? "matroska" : "mov";
}
