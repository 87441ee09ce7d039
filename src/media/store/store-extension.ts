import { extname } from "node:path";
import { STORE_EXTENSIONS, type StoreExtension } from "./media-ref.ts";

/** As many first bytes as the kinds below need. */
export const HEAD_BYTES = 16;

/** Other spellings in file names. */
const SPELLINGS: ReadonlyMap<string, StoreExtension> = new Map([
  ["wave", "wav"],
  ["bwf", "wav"],
  ["rf64", "wav"],
  ["aif", "aiff"],
  ["aifc", "aiff"],
  ["mp4", "m4a"],
  ["oga", "ogg"],
  ["opus", "ogg"],
  ["jpeg", "jpg"],
]);

/**
 * The extension under which a file is kept: what its first bytes say, where they say it for certain, else what its name
 * says, else "bin". An ID3 tag says nothing for certain (it stands before FLAC too), so an MP3 is known by its name.
 */
export function storeExtension(head: Uint8Array, name: string): StoreExtension {
  return kindOf(Buffer.from(head).toString("latin1")) ?? namedIn(name) ?? "bin";
}

function kindOf(head: string): StoreExtension | null {
  const form = head.slice(8, 12);
  if (/^(RIFF|RF64|BW64)/.test(head)) return form === "WAVE" ? "wav" : form === "WEBP" ? "webp" : null;
  if (head.startsWith("FORM")) return form === "AIFF" || form === "AIFC" ? "aiff" : null;
  if (head.startsWith("fLaC")) return "flac";
  if (head.startsWith("OggS")) return "ogg";
  if (head.slice(4, 8) === "ftyp") return /^avi[fs]$/.test(form) ? "avif" : "m4a";
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06")) return "zip";
  if (head.startsWith("\xff\xd8\xff")) return "jpg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  return /^GIF8[79]a/.test(head) ? "gif" : null;
}

function namedIn(name: string): StoreExtension | null {
  const extension = extname(name).slice(1).toLowerCase();
  return STORE_EXTENSIONS.find((known) => known === extension) ?? SPELLINGS.get(extension) ?? null;
}
