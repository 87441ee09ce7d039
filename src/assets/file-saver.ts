import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { HEAD_BYTES_MAX } from "../lib/file-format/file-format.ts";
import { BufferedWriter, type DiskSpace } from "./buffered-writer.ts";
import { type SniffedType, sniffUpload } from "./media-type.ts";

export interface SavedFile {
  readonly byteSize: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Null only for an empty file. */
  readonly sniffed: SniffedType | null;
}

export interface SaveRules extends DiskSpace {
  /**
   * Called once with the detected type, null for an unsupported one, and the first bytes. Returns the maximum size.
   * Throws Refused.
   */
  judge(sniffed: SniffedType | null, head: Uint8Array): { readonly bytesMax: number };
  /** Returns the error for a file above its maximum size. */
  tooLarge(sniffed: SniffedType): Error;
}

/** Writes a stream to `file`, and detects its type, digests it and enforces its maximum size meanwhile. Buffers about a megabyte. */
export function saveFile(stream: Readable, file: FileHandle, rules: SaveRules): Promise<SavedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<SavedFile>();
  const writer = new BufferedWriter(file, rules);
  const digest = new Bun.CryptoHasher("sha256");
  let head: Uint8Array = new Uint8Array();
  let known: { readonly sniffed: SniffedType; readonly bytesMax: number } | null = null;
  let byteSize = 0;

  const detect = (isComplete: boolean): void => {
    const sniffed = sniffUpload(head, isComplete);
    if (sniffed === "more") return;
    const { bytesMax } = rules.judge(sniffed, head);
    if (sniffed !== null) known = { sniffed, bytesMax };
  };
  const take = (chunk: Uint8Array): void => {
    byteSize += chunk.length;
    digest.update(chunk);
    writer.add(chunk);
    if (known === null) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES_MAX - head.length)]);
      detect(false);
    }
    if (known !== null && byteSize > known.bytesMax) throw rules.tooLarge(known.sniffed);
  };
  const finish = async (): Promise<void> => {
    if (known === null && byteSize > 0) detect(true);
    // A paused stream can end during a write, so the last flush waits for it.
    await writer.flush();
    resolve({ byteSize, sha256: digest.digest("hex"), sniffed: known?.sniffed ?? null });
  };

  stream.on("data", (chunk: Uint8Array) => {
    try {
      take(chunk);
    } catch (error) {
      reject(error);
      stream.pause();
      return;
    }
    if (!writer.isFull) return;
    stream.pause();
    writer.flush().then(() => stream.resume(), reject);
  });
  stream.on("end", () => void finish().catch(reject));
  stream.on("error", reject);
  return promise;
}
