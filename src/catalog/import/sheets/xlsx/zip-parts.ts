import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { messageOf } from "../../../../lib/assert.ts";
import type { XlsxLimits } from "./limits.ts";
import { atMost, SAVE_AGAIN, XlsxFault } from "./xlsx-fault.ts";

const LOCAL_HEADER_BYTES = 30;
const SAVE_WITHOUT_PASSWORD = "save the spreadsheet as .xlsx without a password, or as CSV";

export interface ZipReading {
  readonly limits: XlsxLimits;
  readonly signal: AbortSignal | null;
  /** Called with the number of bytes read since the last call. */
  readonly onBytes: (count: number) => void;
}

/** The parts of a zip, read one at a time as streams. All methods throw XlsxFault for a damaged or too large file. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #reading: ZipReading;
  /** Unpacked bytes of each part that was read. A part can be read several times. */
  readonly #unpacked = new Map<string, number>();
  #unpackedBytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, reading: ZipReading) {
    this.#zip = zip;
    this.#entries = entries;
    this.#reading = reading;
  }

  static async open(path: string, reading: ZipReading): Promise<ZipParts> {
    const zip = await openZip(path);
    try {
      return new ZipParts(zip, await entriesOf(zip, reading), reading);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.#zip.close();
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Streams a part's unpacked bytes, counts them, and verifies the part's checksum. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new XlsxFault(`a part ${name}`, "none", SAVE_AGAIN);
    if (entry.isEncrypted()) throw new XlsxFault("a plain file", "an encrypted one", SAVE_WITHOUT_PASSWORD);
    const { signal, onBytes } = this.#reading;
    let size = 0;
    let sum = 0;
    let reported = 0;
    for await (const chunk of chunksOf(this.#zip, entry)) {
      signal?.throwIfAborted();
      size += chunk.byteLength;
      sum = crc32(chunk, sum);
      this.#count(entry, size);
      const packed = Math.floor((entry.compressedSize * size) / entry.uncompressedSize);
      onBytes(packed - reported);
      reported = packed;
      yield chunk;
    }
    if (sum !== entry.crc32) throw new XlsxFault(`a complete part ${name}`, "one with a wrong checksum", SAVE_AGAIN);
  }

  #count(entry: Entry, size: number): void {
    const { partBytes, unpackedBytes, ratio, ratioFreeBytes } = this.#reading.limits;
    const before = this.#unpacked.get(entry.fileName) ?? 0;
    if (size > before) {
      this.#unpacked.set(entry.fileName, size);
      this.#unpackedBytes += size - before;
    }
    if (size > partBytes) {
      throw new XlsxFault(`${atMost(partBytes, "bytes")} in each part of the file`, `more in ${entry.fileName}`);
    }
    if (this.#unpackedBytes > unpackedBytes) {
      throw new XlsxFault(`${atMost(unpackedBytes, "bytes")} when unpacked`, "more");
    }
    if (size > ratioFreeBytes && size > entry.compressedSize * ratio) {
      throw new XlsxFault(`a part to unpack to at most ${ratio} times its size`, `more of ${entry.fileName}`);
    }
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    // Office uses another container for a spreadsheet with a password, and for the old format .xls.
    throw new XlsxFault("a zip, as .xlsx is", messageOf(error), SAVE_WITHOUT_PASSWORD);
  }
}

async function entriesOf(zip: ZipFile, { limits, signal }: ZipReading): Promise<Map<string, Entry>> {
  const refuseMany = (count: string): never => {
    throw new XlsxFault(atMost(limits.parts, "parts in the file"), count);
  };
  if (zip.entryCount > limits.parts) refuseMany(String(zip.entryCount));
  const entries = new Map<string, Entry>();
  for (;;) {
    signal?.throwIfAborted();
    const entry = await nextEntry(zip);
    if (entry === null) break;
    if (entries.has(entry.fileName)) throw new XlsxFault("parts with different names", `${entry.fileName} twice`);
    entries.set(entry.fileName, entry);
  }
  refuseOverlap([...entries.values()]);
  return entries;
}

/** Rejects parts that share bytes: with them a small zip can unpack to a huge one within the ratio of each part. */
function refuseOverlap(entries: readonly Entry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new XlsxFault("parts that do not overlap", `${entry.fileName} within another part`, SAVE_AGAIN);
    }
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

async function* chunksOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await streamOf(zip, entry)) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } catch (error) {
    throw new XlsxFault(`a complete part ${entry.fileName}`, messageOf(error), SAVE_AGAIN);
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const afterCleanup = (act: () => void): void => {
      zip.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
      act();
    };
    zip.once("entry", (entry: Entry) => afterCleanup(() => resolve(entry)));
    zip.once("end", () => afterCleanup(() => resolve(null)));
    zip.once("error", (error: unknown) => {
      afterCleanup(() => reject(new XlsxFault("a complete zip", messageOf(error), SAVE_AGAIN)));
    });
    zip.readEntry();
  });
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error instanceof Error) reject(error);
      else resolve(stream);
    });
  });
}
