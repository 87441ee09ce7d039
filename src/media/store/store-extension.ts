import { extname } from "node:path";
import { STORE_EXTENSIONS, type StoreExtension } from "../../../schema/media-ref.ts";
import { type FileFormat, fileFormatOf } from "../../lib/file-format/file-format.ts";

const EXTENSIONS: Readonly<Partial<Record<FileFormat, StoreExtension>>> = {
  wav: "wav",
  aiff: "aiff",
  flac: "flac",
  ogg: "ogg",
  avif: "avif",
  // HEIC and other still pictures in the container of MP4: a name that ends in .m4a does not make them audio.
  "mp4-still": "bin",
  "mp4-audio": "m4a",
  mp4: "m4a",
  mov: "m4a",
  zip: "zip",
  jpeg: "jpg",
  png: "png",
  gif: "gif",
  webp: "webp",
};

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

const AUDIO: ReadonlySet<StoreExtension> = new Set(["wav", "aiff", "flac", "mp3", "m4a", "aac", "ogg"]);

/**
 * Returns the extension for a file in the store: by its first bytes if they are unambiguous, else by its name, else "bin". An ID3
 * tag and an MPEG frame header are ambiguous, so they count only if the name is one of an audio file.
 * @param head the first HEAD_BYTES, or all bytes of a shorter file.
 */
export function storeExtension(head: Uint8Array, name: string): StoreExtension {
  const format = fileFormatOf(head);
  const named = extensionIn(name);
  const detected = format === null ? undefined : EXTENSIONS[format];
  return detected ?? (named !== null && AUDIO.has(named) ? audioExtension(format, named) : named) ?? "bin";
}

function audioExtension(format: FileFormat | null, named: StoreExtension): StoreExtension {
  // Some FLAC and AAC files begin with an ID3 tag, too.
  if (format === "id3") return named === "flac" || named === "aac" ? named : "mp3";
  return format === "mp3" || format === "aac" ? format : named;
}

function extensionIn(name: string): StoreExtension | null {
  const extension = extname(name).slice(1).toLowerCase();
  return STORE_EXTENSIONS.find((known) => known === extension) ?? SPELLINGS.get(extension) ?? null;
}
