import type { StoredRef } from "../../../schema/media-ref.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import type { LinkHeaders } from "../../objects/object-store.ts";
import type { ContentDigest } from "./copy-digesting.ts";

export interface FoundMedium {
  readonly byteSize: number;
  /** Modification time, in whole milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** When it was stored, even if its modification time is older. Milliseconds since the epoch. */
  readonly storedAt: number;
  /** The file on this machine; null for an object of another server. */
  readonly file: { readonly inode: number; readonly device: number; readonly links: number } | null;
}

/** An object of another server, to be served. */
export interface OpenedObject {
  /** SHA-256, 64 hexadecimal digits. */
  readonly digest: string;
  /** Of a local copy; null without one. */
  readonly path: string | null;
  readonly byteSize: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  /** Returns the bytes from `first` to `last`, both inclusive, when the first piece has arrived. Throws ObjectStoreFailed, ObjectMissing. */
  read(first: number, last: number): Promise<AsyncGenerator<Uint8Array>>;
  /** Returns a URL of the object for this many seconds; null if objects are not read by redirects. Throws ObjectStoreFailed. */
  readonly linkTo: ((headers: LinkHeaders, seconds: number) => Promise<string>) | null;
}

/** A file of this machine, or an object of another server. */
export type MediaContent = { readonly path: string } | { readonly object: OpenedObject };

/** Where the complete files of a media store are. Every method can throw ObjectStoreFailed. */
export interface MediaPlace {
  /** Whether a file can be a hard link to a file elsewhere. */
  readonly takesLinks: boolean;
  /** Moves a complete local file into the place, and returns its modification time. The file can be left where it was. */
  publish(ref: StoredRef, temporary: string, content: ContentDigest): Promise<number>;
  /** Null for a missing medium. */
  find(ref: StoredRef): Promise<FoundMedium | null>;
  remove(ref: StoredRef): Promise<void>;
  /** Yields the media, some at a time. Skips files with other names. */
  list(): AsyncGenerator<readonly StoredRef[]>;
  /** The path of a medium's file, whether it exists or not; null if the media are not files of this machine. */
  pathOf(ref: StoredRef): string | null;
  /**
   * Returns the path of a file with the medium's bytes, which is a checked copy if the media are objects. `imported` is its state at the
   * import; null if that is unknown. Throws ObjectMissing, also for an object of another size.
   */
  fetch(ref: StoredRef, imported: FileStamp | null): Promise<string>;
  /** Like `fetch`, without a copy; null if the medium is served from its file. */
  open(ref: StoredRef, imported: FileStamp | null): Promise<OpenedObject | null>;
}
