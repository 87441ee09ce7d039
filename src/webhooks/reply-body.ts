/** A chunk's size line (RFC 9112, section 7.1). A size of more digits is longer than any body that is read. */
const SIZE_LINE = /^([0-9a-f]{1,8})\s*(?:;|$)/i;
const LINE_FEED = 0x0a;

/** The beginning of a body. The caller bounds the bytes. */
export interface ReplyBody {
  push(bytes: Buffer): void;
  /** True when the rest, if there is any, does not belong to the body. */
  isWhole(): boolean;
  bytes(): Buffer;
}

/** A body of `sizeBytes`, or up to the connection's end when that is null. */
export function plainBody(sizeBytes: number | null): ReplyBody {
  const parts: Buffer[] = [];
  let takenBytes = 0;
  return {
    push(bytes) {
      parts.push(bytes);
      takenBytes += bytes.byteLength;
    },
    isWhole: () => sizeBytes !== null && takenBytes >= sizeBytes,
    bytes: () => Buffer.concat(parts).subarray(0, sizeBytes ?? undefined),
  };
}

/** A chunked body without its framing. Whole at the last chunk, or at a size that cannot be read; trailers are not read. */
export class ChunkedBody implements ReplyBody {
  readonly #parts: Buffer[] = [];
  #line = "";
  /** Bytes that the current chunk still needs. */
  #missing = 0;
  #isBehindChunk = false;
  #isWhole = false;

  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.byteLength && !this.#isWhole;) {
      at = this.#missing > 0 ? this.#takeChunk(bytes, at) : this.#takeLine(bytes, at);
    }
  }

  isWhole(): boolean {
    return this.#isWhole;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #takeChunk(bytes: Buffer, at: number): number {
    const part = bytes.subarray(at, at + this.#missing);
    this.#parts.push(part);
    this.#missing -= part.byteLength;
    this.#isBehindChunk = this.#missing === 0;
    return at + part.byteLength;
  }

  #takeLine(bytes: Buffer, at: number): number {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed === -1 ? bytes.byteLength : feed + 1;
    this.#line += bytes.toString("latin1", at, end);
    if (feed !== -1) this.#endLine();
    return end;
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    this.#line = "";
    if (this.#isBehindChunk) {
      this.#isBehindChunk = false;
      return;
    }
    this.#missing = Number.parseInt(SIZE_LINE.exec(line)?.[1] ?? "0", 16);
    this.#isWhole = this.#missing === 0;
  }
}
