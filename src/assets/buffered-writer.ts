import type { FileHandle } from "node:fs/promises";
import { storageFailureOf } from "../lib/storage-failure.ts";
import { FREE_BYTES_MIN, FREE_CHECK_EVERY_BYTES } from "./limits.ts";

/** Bytes per write. */
const WRITE_BYTES = 1024 ** 2;

export interface DiskSpace {
  freeBytes(): number;
  /** Returns the error for a full disk. */
  noRoom(cause?: unknown): Error;
}

/** Writes chunks to a file, about a megabyte at a time, and reserves free space on the disk. */
export class BufferedWriter {
  readonly #file: FileHandle;
  readonly #space: DiskSpace;
  #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #bytesSinceCheck = 0;
  #written = Promise.resolve();

  constructor(file: FileHandle, space: DiskSpace) {
    this.#file = file;
    this.#space = space;
  }

  /** Whether the buffer is full, so the caller should wait for `flush`. */
  get isFull(): boolean {
    return this.#bufferedBytes >= WRITE_BYTES;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
  }

  /** Writes the buffered chunks after all earlier ones. Throws the error of `noRoom` for a full disk, and file system errors. */
  flush(): Promise<void> {
    this.#written = this.#written.then(() => this.#write());
    return this.#written;
  }

  async #write(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#bytesSinceCheck += this.#bufferedBytes;
    this.#bufferedBytes = 0;
    if (this.#bytesSinceCheck >= FREE_CHECK_EVERY_BYTES) {
      this.#bytesSinceCheck = 0;
      if (this.#space.freeBytes() < FREE_BYTES_MIN) throw this.#space.noRoom();
    }
    await writeAll(this.#file, chunks).catch((error: unknown) => {
      throw storageFailureOf(error) === "full" ? this.#space.noRoom(error) : error;
    });
  }
}

/** Writes all chunks in one call, and the rest after a short write in further calls. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  let { bytesWritten: written } = await file.writev(chunks);
  for (const chunk of chunks) {
    for (let at = Math.min(chunk.length, written); at < chunk.length;) {
      at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
    }
    written = Math.max(0, written - chunk.length);
  }
}
