/** An object: bytes under a key in a store that other programs keep. */
export interface StoredObject {
  readonly key: string;
  readonly byteSize: number;
  /** When it was last written, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/** What the bytes of an object are. */
export interface ObjectContent {
  /** SHA-256, 64 hexadecimal digits. */
  readonly digest: string;
  readonly byteSize: number;
}

/** Headers of the answer to a link. */
export interface LinkHeaders {
  readonly contentType: string;
  /** Null for none. */
  readonly contentDisposition: string | null;
}

/**
 * A store of objects. Every method throws ObjectStoreFailed if the store cannot do it now, and the signal's reason. Keys are relative
 * to the store's own prefix.
 */
export interface ObjectStore {
  /** For operators: `s3://bucket/prefix`. */
  readonly name: string;
  /** Throws unless the store answers and the credentials can list it. */
  check(signal: AbortSignal | null): Promise<void>;
  /** Stores the content of a local file. The same key has the same content, so a repeated call changes nothing. */
  put(key: string, path: string, content: ObjectContent, signal: AbortSignal | null): Promise<void>;
  /** Null for an object that does not exist. */
  find(key: string, signal: AbortSignal | null): Promise<StoredObject | null>;
  /** Returns the bytes from `first` to `last`, both inclusive. At most READ_BYTES_MAX. Throws ObjectMissing. */
  read(key: string, first: number, last: number, signal: AbortSignal | null): Promise<Uint8Array>;
  /** Returns a URL that reads an object without keys for this many seconds, whose answer has these headers. Asks the store for nothing. */
  linkTo(key: string, headers: LinkHeaders, seconds: number): Promise<string>;
  /** Does nothing for an object that does not exist. */
  remove(key: string): Promise<void>;
  /** Yields all objects whose keys begin with `prefix`, a page at a time. */
  list(prefix: string, signal: AbortSignal | null): AsyncGenerator<readonly StoredObject[]>;
  /** Removes what uploads left that began before `time` and never ended. Returns their number. */
  abortUploads(time: number): Promise<number>;
}

/** The longest range that one call reads. */
export const READ_BYTES_MAX = 4 * 1024 ** 2;

/** `unreachable`: no answer. `untrusted`: its certificate is not accepted. `refused`: the credentials or rights are wrong. `failed`: any other answer. */
export type ObjectFailure = "unreachable" | "untrusted" | "refused" | "failed";

/** The store cannot do something now. The message says what and why. */
export class ObjectStoreFailed extends Error {
  readonly failure: ObjectFailure;

  constructor(failure: ObjectFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ObjectStoreFailed";
    this.failure = failure;
  }
}

/** An object that should exist does not, or its content is not what its key says. */
export class ObjectMissing extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ObjectMissing";
  }
}
