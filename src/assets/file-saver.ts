import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { FREE_BYTES_MIN, FREE_CHECK_EVERY_BYTES } from "./limits.ts";
import { type SniffedType, sniffUpload } from "./media-type.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { HEAD_BYTES_MAX } from "../lib/file-format/file-format.ts";

/** Bytes are handed to the disk so many at a time; meanwhile the socket waits. */
const WRITE_BYTES = 1024 ** 2;

export interface SavedFile {
  readonly byteSize: number;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Null for an empty file only. */
  readonly sniffed: SniffedType | null;
}

export interface SavingRules {
  /** Called once, with what the first bytes say; null is neither a picture nor a film. Returns how many bytes it may have. Throws Refused. */
  judge(sniffed: SniffedType | null): { readonly bytesMax: number };
  /** What to throw at the first byte too many. */
  tooLarge(sniffed: SniffedType): Error;
  /** What to throw where the disk is full. */
  noRoom(cause?: unknown): Error;
  freeBytes(): number;
}

/** Writes a stream to `file`: judged by its first bytes, digested and counted on the way, never more than a megabyte of it held. */
export function saveFile(stream: Readable, file: FileHandle, rules: SavingRules): Promise<SavedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<SavedFile>();
  const digest = new Bun.CryptoHasher("sha256");
  let head: Uint8Array = new Uint8Array();
  let known: { readonly sniffed: SniffedType; readonly bytesMax: number } | null = null;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let byteSize = 0;
  let unchecked = 0;

  const recognise = (isWhole: boolean): void => {
    const sniffed = sniffUpload(head, isWhole);
    if (sniffed === "more") return;
    const { bytesMax } = rules.judge(sniffed);
    if (sniffed !== null) known = { sniffed, bytesMax };
  };
  let written = Promise.resolve();
  /** One after the other: a stream that is paused may still end while the last write is under way. */
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
      recognise(false);
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
      if (known === null && byteSize > 0) recognise(true);
      await flush();
      resolve({ byteSize, sha256: digest.digest("hex"), sniffed: known?.sniffed ?? null });
    };
    finish().catch(reject);
  });
  stream.on("error", reject);
  return promise;
}

/** In one call, and what a short write left in more of them. */
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
