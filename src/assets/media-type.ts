export type MediaKind = "image" | "video";

/** What the first bytes of a file say that it is. `container` is ffmpeg's name of the format, to be forced when it is read. */
export type SniffedType =
  | { readonly kind: "image"; readonly format: "jpeg" | "png" | "webp" }
  | { readonly kind: "video"; readonly container: "mov" | "matroska" };

/** The types a client may declare. MP4 and QuickTime are one family of files, of which brands tell little. */
const DECLARABLE: Readonly<Record<string, SniffedType>> = {
  "image/jpeg": { kind: "image", format: "jpeg" },
  "image/png": { kind: "image", format: "png" },
  "image/webp": { kind: "image", format: "webp" },
  "video/mp4": { kind: "video", container: "mov" },
  "video/quicktime": { kind: "video", container: "mov" },
  "video/webm": { kind: "video", container: "matroska" },
};

export const SUPPORTED_TYPES: readonly string[] = Object.keys(DECLARABLE);

/** A media type as it is compared: without parameters, in lower case. */
export function plainType(declared: string): string {
  return (declared.split(";")[0] ?? "").trim().toLowerCase();
}

/** Whether a file may be declared as `plain` although only its bytes are believed. */
export function isDeclarableAs(plain: string, sniffed: SniffedType): boolean {
  const declared = Object.hasOwn(DECLARABLE, plain) ? DECLARABLE[plain] : undefined;
  if (declared === undefined) return false;
  if (declared.kind === "image") return sniffed.kind === "image" && sniffed.format === declared.format;
  return sniffed.kind === "video" && sniffed.container === declared.container;
}

/** The container that a stored film was sniffed as, out of the type that it was accepted with. */
export function containerOf(contentType: string): "mov" | "matroska" {
  return contentType === "video/webm" ? "matroska" : "mov";
}
