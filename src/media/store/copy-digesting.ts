import type { FileHandle } from "node:fs/promises";
import { SourceUnreadable, StoreUnwritable } from "./failures.ts";
import { messageOf } from "../../lib/assert.ts";
import { errorCode } from "../../lib/error-code.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";

/** Size of the buffer. */
const PIECE_BYTES = 1024 ** 2;

export interface ContentDigest {
  /** SHA-256, 64 hexadecimal digits. */
  readonly digest: string;
  readonly byteSize: number;
}

/**
 * Digests `source` and copies it to `target`; with null, it only digests. Throws SourceUnreadable, StoreUnwritable, or the signal's
 * reason. `onBytes` receives the number of bytes of each piece.
 */
export async function copyDigesting(
  source: FileHandle,
  target: FileHandle | null,
  signal: AbortSignal | null,
  onBytes?: (count: number) => void,
): Promise<ContentDigest> {
  const hasher = new Bun.CryptoHasher("sha256");
  const piece = new Uint8Array(PIECE_BYTES);
  let byteSize = 0;
  for (;;) {
    signal?.throwIfAborted();
    const bytesRead = await readPiece(source, piece, byteSize);
    if (bytesRead === 0) return { digest: hasher.digest("hex"), byteSize };
    const read = piece.subarray(0, bytesRead);
    hasher.update(read);
    if (target !== null) await writeAll(target, read);
    byteSize += bytesRead;
    onBytes?.(bytesRead);
  }
}

async function readPiece(source: FileHandle, piece: Uint8Array, at: number): Promise<number> {
  try {
    return (await source.read(piece, 0, piece.byteLength, at)).bytesRead;
  } catch (error) {
    throw new SourceUnreadable(`it cannot be read (${errorCode(error) ?? messageOf(error)})`, { cause: error });
  }
}

async function writeAll(target: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < bytes.byteLength;) {
      at += (await target.write(bytes, at, bytes.byteLength - at)).bytesWritten;
    }
  } catch (error) {
    throw unwritable(error);
  }
}

/** Returns the error for operators: why the store cannot be written, and how to fix it. */
export function unwritable(error: unknown): StoreUnwritable {
  const isFull = storageFailureOf(error) === "full";
  const message = isFull
    ? "The disk of the data folder is full. Free some space, or import again with --media link or --media in-place."
    : `The media store cannot be written (${errorCode(error) ?? messageOf(error)}). Check the disk and the owner of the data folder.`;
  return new StoreUnwritable(message, { cause: error });
}
