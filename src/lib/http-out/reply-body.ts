/** The size line of a chunk (RFC 9112, section 7.1). A size with more digits exceeds any body that is read. */
const SIZE_LINE = /^0*([0-9a-f]{1,8})\s*(?:;|$)/i;
const LINE_FEED = 0x0a;

/** The body of a response as it arrives. The caller limits its bytes. */
export interface ReplyBody {
  /** Only an open body needs more bytes. */
  readonly state: "open" | "complete" | "malformed";
  /** Bytes received so far, without chunk framing. */
  readonly byteSize: number;
  push(bytes: Buffer): void;
  /** Completes a body that ends with the connection. */
  end?(): void;
  bytes(): Buffer;
}

/** A body of `sizeBytes`, or up to the end of the connection if null. */
export function plainBody(sizeBytes: number | null): ReplyBody {
  const parts: Buffer[] = [];
  let byteSize = 0;
  let isEnded = false;
  return {
    get state() {
      return (sizeBytes === null ? isEnded : byteSize >= sizeBytes) ? "complete" : "open";
    },
    get byteSize() {
      return Math.min(byteSize, sizeBytes ?? byteSize);
    },
    push(bytes) {
      parts.push(bytes);
      byteSize += bytes.byteLength;
    },
    end() {
      isEnded = true;
    },
    bytes: () => Buffer.concat(parts).subarray(0, sizeBytes ?? undefined),
  };
}

/** Decodes a chunked body. Complete after the last chunk, malformed at an invalid size line; trailers are not read. */
export class ChunkedBody implements ReplyBody {
  state: ReplyBody["state"] = "open";
  byteSize = 0;
  readonly #parts: Buffer[] = [];
  #line = "";
  /** Remaining bytes of the current chunk. */
  #remainingBytes = 0;
  #isAfterChunk = false;

  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.byteLength && this.state === "open";) {
      at = this.#remainingBytes > 0 ? this.#readChunk(bytes, at) : this.#readLine(bytes, at);
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #readChunk(bytes: Buffer, at: number): number {
    const part = bytes.subarray(at, at + this.#remainingBytes);
    this.#parts.push(part);
    this.byteSize += part.byteLength;
    this.#remainingBytes -= part.byteLength;
    this.#isAfterChunk = this.#remainingBytes === 0;
    return at + part.byteLength;
  }

  #readLine(bytes: Buffer, at: number): number {
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = feed === -1 ? bytes.byteLength : feed + 1;
    this.#line += bytes.toString("latin1", at, end);
    if (feed !== -1) this.#endLine();
    return end;
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    this.#line = "";
    if (this.#isAfterChunk) {
      this.#isAfterChunk = false;
      return;
    }
    const size = SIZE_LINE.exec(line)?.[1];
    this.#remainingBytes = size === undefined ? 0 : Number.parseInt(size, 16);
    if (this.#remainingBytes === 0) this.state = size === undefined ? "malformed" : "complete";
  }
}
