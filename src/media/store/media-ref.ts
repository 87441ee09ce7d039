import { isAbsolute } from "node:path";

/**
 * What a file in the store may be called after its digest. A name from outside picks one of these, and never adds to
 * the list.
 */
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

/** A file of the content-addressed store. */
export interface StoreObject {
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly digest: string;
  readonly extension: StoreExtension;
}

const STORE_REF = /^store:([0-9a-f]{64})\.([a-z0-9]+)$/;

/** How the catalog names a file of the store: `store:<sha256>.<extension>`. */
export function storeRef({ digest, extension }: StoreObject): string {
  return `store:${digest}.${extension}`;
}

/** Null for whatever is no ref into the store. */
export function parseStoreRef(ref: string): StoreObject | null {
  const [, digest, name] = STORE_REF.exec(ref) ?? [];
  const extension = STORE_EXTENSIONS.find((known) => known === name);
  return digest === undefined || extension === undefined ? null : { digest, extension };
}

/** Whether a ref names a file that is served from where it lies: an absolute path. */
export function isInPlace(ref: string): boolean {
  return isAbsolute(ref) && !ref.includes("\0");
}
