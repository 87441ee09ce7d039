import { fileFormatOf, HEAD_BYTES, type FileFormat } from "../lib/file-format/file-format.ts";
import { readHead } from "../lib/file-format/read-head.ts";

/** The media types of the pictures that browsers display. SVG is not supported: it can hold scripts. */
const PICTURE_TYPES: Readonly<Partial<Record<FileFormat, string>>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};

/** Detects the media type of a picture from its first bytes, whatever its name; null for other content and for an unreadable file. */
export async function pictureType(path: string): Promise<string | null> {
  const head = await readHead(path, HEAD_BYTES).catch(() => null);
  const format = head === null ? null : fileFormatOf(head);
  return format === null ? null : (PICTURE_TYPES[format] ?? null);
}
