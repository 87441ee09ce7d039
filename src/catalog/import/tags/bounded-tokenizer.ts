import { type FileHandle, open } from "node:fs/promises";
import { AbstractTokenizer, BufferSizeError, EndOfStreamError, type IReadChunkOptions } from "strtok3";

/** What the tags of a file may cost. */
export interface TagLimits {
  /** Bytes that are read, and so held, of one file. */
  readonly bytes: number;
  /** Reads of one file: chunks may be empty, and so as many as the file has room for. */
  readonly reads: number;
}

export interface BoundedReading {
  readonly limits: TagLimits;
  /** Every read throws its reason once it is aborted. */
  readonly signal: AbortSignal | null;
}

class TooManyReads extends Error {}

/** Whether a file could not be read within the limits. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof BufferSizeError || error instanceof TooManyReads;
}

/**
 * A file as music-metadata reads it, within limits: the header of a tag may promise any size up to that of the file, and
 * the library asks for all of it at once.
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
    { limits: { bytes, reads }, signal }: BoundedReading,
  ) {
    super({ maxBufferSize: bytes });
    this.#file = file;
    this.#signal = signal;
    this.fileInfo = fileInfo;
    this.#bytesLeft = bytes;
    this.#readsLeft = reads;
  }

  static async open(path: string, reading: BoundedReading): Promise<BoundedTokenizer> {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      return new BoundedTokenizer(file, { path, size }, reading);
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
    if (this.#bytesLeft < 0 || this.#readsLeft < 0) throw new TooManyReads("it has more tags than are read");
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
