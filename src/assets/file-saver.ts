import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { FREE_BYTES_MIN, FREE_CHECK_EVERY_BYTES } from "./limits.ts";
import { type SniffedType, sniffUpload } from "./media-type.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { HEAD_BYTES_MAX } from "../lib/file-format/file-format.ts";

/** Bytes per write. The socket is paused during a write. */
const WRITE_BYTES = 1024 ** 2;

export interface SavedFile {
  readonly byteSize: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Null only for an empty file. */
  readonly sniffed: SniffedType | null;
}

export interface SaveRules {
  /** Called once with the detected type; null for an unsupported one. Returns the maximum size. Throws Refused. */
  judge(sniffed: SniffedType | null): { readonly bytesMax: number };
  /** Returns the error for a file above its maximum size. */
  tooLarge(sniffed: SniffedType): Error;
  /** Returns the error for a full disk. */
  noRoom(cause?: unknown): Error;
  freeBytes(): number;
}

/** Writes a stream to `file`, and detects its type, digests it and enforces its maximum size meanwhile. Buffers about a megabyte. */
export function saveFile(stream: Readable, file: FileHandle, rules: SaveRules): Promise<SavedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<SavedFile>();
  const digest = new Bun.CryptoHasher("sha256");
  let head: Uint8Array = new Uint8Array();
  let known: { readonly sniffed: SniffedType; readonly bytesMax: number } | null = null;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let byteSize = 0;
  let unchecked = 0;

  const detect = (isComplete: boolean): void => {
    const sniffed = sniffUpload(head, isComplete);
    if (sniffed === "more") return;
    const { bytesMax } = rules.judge(sniffed);
    if (sniffed !== null) known = { sniffed, bytesMax };
  };
  let written = Promise.resolve();
  /** Writes run one after another: a paused stream can still end during the last write. */
  const flush = (): Promise<void> => {
    written = written.then(writePending);
    return written;
  };
  const writePending = async (): Promise<void> => {
    const chunks = pending;
    pending = [];
    unchecked += pendingBytes;
    pendingBytes = 0;
    if (unchecked >= FREE_CHECK_EVERY_BYTES) {
      unchecked = 0;
      if (rules.freeBytes() < FREE_BYTES_MIN) throw rules.noRoom();
    }
    await writeAll(file, chunks).catch((error: unknown) => {
      throw isDiskFull(error) ? rules.noRoom(error) : error;
    });
  };
  const take = (chunk: Uint8Array): void => {
    byteSize += chunk.length;
    digest.update(chunk);
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (known === null) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES_MAX - head.length)]);
      detect(false);
    }
    if (known !== null && byteSize > known.bytesMax) throw rules.tooLarge(known.sniffed);
  };

  stream.on("data", (chunk: Uint8Array) => {
    try {
      take(chunk);
    } catch (error) {
      reject(error);
      stream.pause();
      return;
    }
    if (pendingBytes < WRITE_BYTES) return;
    stream.pause();
    flush().then(() => stream.resume(), reject);
  });
  stream.on("end", () => {
    const finish = async (): Promise<void> => {
      if (known === null && byteSize > 0) detect(true);
      await flush();
      resolve({ byteSize, sha256: digest.digest("hex"), sniffed: known?.sniffed ?? null });
    };
    finish().catch(reject);
  });
  stream.on("error", reject);
  return promise;
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

function isDiskFull(error: unknown): boolean {
  return hasErrorCode(error, "ENOSPC", "EDQUOT");
}
