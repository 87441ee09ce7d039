import { extname } from "node:path";
import { STORE_EXTENSIONS, type StoreExtension } from "../../../schema/media-ref.ts";
import { mpegKindOf } from "../../audio/audio-demuxer.ts";

/** Number of first bytes that the detection needs. */
export const HEAD_BYTES = 16;

/** Other extensions in file names. */
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

const SOUNDS: ReadonlySet<StoreExtension> = new Set(["wav", "aiff", "flac", "mp3", "m4a", "aac", "ogg"]);

/**
 * The extension for a file in the store: from its first bytes if they are unambiguous, otherwise from its name, otherwise "bin". An MPEG
 * frame header is too short to be unambiguous, so it counts only if the name is one of an audio file.
 */
export function storeExtension(head: Uint8Array, name: string): StoreExtension {
  const named = namedIn(name);
  const certain = kindOf(Buffer.from(head).toString("latin1"));
  return certain ?? (named !== null && SOUNDS.has(named) ? soundOf(head, named) : named) ?? "bin";
}

/** An ID3 tag is at the start of MP3 files, and of some FLAC and AAC files. */
function soundOf(head: Uint8Array, named: StoreExtension): StoreExtension {
  if (Buffer.from(head).toString("latin1", 0, 3) === "ID3") return named === "flac" || named === "aac" ? named : "mp3";
  return mpegKindOf(head) ?? named;
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
