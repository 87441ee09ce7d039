import { extname, isAbsolute } from "node:path";

/**
 * A media ref: the text by which a catalog and the service database name a file. `parseMediaRef` and `formatMediaRef` are
 * the only readers and writers of that text.
 */
export type MediaRef = StoredRef | InPlaceRef | RenderedRef;

/** A file of the content-addressed store: `store:<sha256>.<extension>`. */
export interface StoredRef {
  readonly kind: "stored";
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly digest: string;
  readonly extension: StoreExtension;
}

/** A file that is served from where it is: its absolute path. */
export interface InPlaceRef {
  readonly kind: "in place";
  readonly path: string;
}

/** A part of a demonstration song, rendered on its first request: `sound:<song id>/<part>`. */
export interface RenderedRef {
  readonly kind: "rendered";
  readonly songId: string;
  readonly part: string;
}

/** Extensions of files in the store. A name from outside selects one of these; it never adds another. */
export const STORE_EXTENSIONS = [
  "wav",
  "aiff",
  "flac",
  "mp3",
  "m4a",
  "aac",
  "ogg",
  "zip",
  "jpg",
  "png",
  "gif",
  "webp",
  "avif",
  "json",
  "bin",
] as const;
export type StoreExtension = (typeof STORE_EXTENSIONS)[number];

/** The part before the digest. Queries use it to join digests with refs. */
export const STORE_SCHEME = "store:";
const RENDERED_SCHEME = "sound:";
const STORE_FILE = /^([0-9a-f]{64})\.([a-z0-9]+)$/;
const RENDERED = /^([A-Za-z0-9._-]{1,64})\/([a-z0-9-]{1,32})$/;

/** Returns null for text that is not a media ref. */
export function parseMediaRef(text: string): MediaRef | null {
  if (text.startsWith(STORE_SCHEME)) return parseStoreFile(text.slice(STORE_SCHEME.length));
  if (isAbsolute(text)) return text.includes("\0") ? null : { kind: "in place", path: text };
  if (!isRenderedScheme(text)) return null;
  const [, songId, part] = RENDERED.exec(text.slice(RENDERED_SCHEME.length)) ?? [];
  return songId === undefined || part === undefined ? null : { kind: "rendered", songId, part };
}

export function formatMediaRef(ref: MediaRef): string {
  switch (ref.kind) {
    case "stored":
      return STORE_SCHEME + storeFileName(ref);
    case "in place":
      return ref.path;
    case "rendered":
      return `${RENDERED_SCHEME}${ref.songId}/${ref.part}`;
  }
}

/** Whether text claims to be a rendered ref, well formed or not. */
export function isRenderedScheme(text: string): boolean {
  return text.startsWith(RENDERED_SCHEME);
}

/** The SHA-256 in a ref to the store; null for any other text. */
export function digestInRef(text: string): string | null {
  const ref = parseMediaRef(text);
  return ref?.kind === "stored" ? ref.digest : null;
}

/** The extension of the file that a ref names, in lower case with its dot; "" without one. */
export function extensionInRef(text: string): string {
  const ref = parseMediaRef(text);
  switch (ref?.kind) {
    case "stored":
      return `.${ref.extension}`;
    case "in place":
      return extname(ref.path).toLowerCase();
    case "rendered":
      return ".wav";
    case undefined:
      return "";
  }
}

/** `<sha256>.<extension>`: the name of a file in the store. */
export function storeFileName({ digest, extension }: StoredRef): string {
  return `${digest}.${extension}`;
}

/** Returns null for a file that does not belong in the store. */
export function parseStoreFile(name: string): StoredRef | null {
  const [, digest, found] = STORE_FILE.exec(name) ?? [];
  const extension = STORE_EXTENSIONS.find((known) => known === found);
  return digest === undefined || extension === undefined ? null : { kind: "stored", digest, extension };
}
