import { type FileHandle, open } from "node:fs/promises";
import { AbstractTokenizer, BufferSizeError, EndOfStreamError, type IReadChunkOptions } from "strtok3";

/** Limits for reading the tags of a file. */
export interface TagLimits {
  /** Bytes to read, which all stay in memory. */
  readonly bytes: number;
  /** Number of reads. Empty chunks need one each, and a file can have millions. */
  readonly reads: number;
}

export interface BoundedReadOptions {
  readonly limits: TagLimits;
  /** After its abort, every read throws its reason. */
  readonly signal: AbortSignal | null;
}

class TagLimitExceeded extends Error {}

/** Returns whether the tags exceeded a limit. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof BufferSizeError || error instanceof TagLimitExceeded;
}

/**
 * Reads a file for music-metadata, within limits. The header of a tag can state any size up to that of the file, and the library reads
 * all of it into memory.
 */
export class BoundedTokenizer extends AbstractTokenizer {
  readonly fileInfo: { readonly path: string; readonly size: number };
  readonly #file: FileHandle;
  readonly #signal: AbortSignal | null;
  #bytesLeft: number;
  #readsLeft: number;

  private constructor(
    file: FileHandle,
    fileInfo: BoundedTokenizer["fileInfo"],
    { limits: { bytes, reads }, signal }: BoundedReadOptions,
  ) {
    super({ maxBufferSize: bytes });
    this.#file = file;
    this.#signal = signal;
    this.fileInfo = fileInfo;
    this.#bytesLeft = bytes;
    this.#readsLeft = reads;
  }

  static async open(path: string, options: BoundedReadOptions): Promise<BoundedTokenizer> {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      return new BoundedTokenizer(file, { path, size }, options);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const count = await this.peekBuffer(target, options);
    this.position = (options?.position ?? this.position) + count;
    return count;
  }

  override async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(target, options);
    this.#signal?.throwIfAborted();
    this.#bytesLeft -= length;
    this.#readsLeft--;
    if (this.#bytesLeft < 0 || this.#readsLeft < 0) throw new TagLimitExceeded("the tags exceed the limits");
    let count = 0;
    while (count < length) {
      const { bytesRead } = await this.#file.read(target, count, length - count, position + count);
      if (bytesRead === 0) break;
      count += bytesRead;
    }
    if (count < length && mayBeLess !== true) throw new EndOfStreamError();
    return count;
  }

  protected override async closeOnce(): Promise<void> {
    await this.#file.close();
    await super.closeOnce();
  }
}
