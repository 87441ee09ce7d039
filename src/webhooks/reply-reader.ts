import { NotHttp, type Reply } from "./outcome.ts";
import { ChunkedBody, plainBody, type ReplyBody } from "./reply-body.ts";

/** All heads of an answer together: interim answers (1xx), status line and header lines. */
const HEAD_BYTES_MAX = 32 * 1_024;
/** The status is the answer; of the body we read only the beginning, for the log. Counts framing and trailers too. */
const BODY_BYTES_MAX = 16 * 1_024;

const LINE_FEED = 0x0a;
const STATUS_LINE_START = "HTTP/1.";
/** RFC 9112, section 4. The reason phrase and the space before it may be missing. */
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: |$)/;
/** We ask for no upgrade, so 101 ends the answer like any final status. */
const SWITCHING_PROTOCOLS = 101;

interface Head {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: ReplyBody;
}

/**
 * Reads an HTTP/1.x answer (RFC 9112) piece by piece, up to a bounded count of bytes. It skips interim answers and
 * judges only what a webhook needs: the status, Retry-After, and where the body ends.
 */
export class ReplyReader {
  #headBytes = 0;
  #line = "";
  #status: number | null = null;
  #headers = new Map<string, string>();
  #head: Head | null = null;
  #bodyBytes = 0;

  /** Takes the next bytes. True when no more are needed. Throws NotHttp. */
  push(bytes: Buffer): boolean {
    const rest = this.#head === null ? this.#pushHead(bytes) : bytes;
    if (this.#head === null) return false;
    const { body } = this.#head;
    body.push(rest.subarray(0, BODY_BYTES_MAX - this.#bodyBytes));
    this.#bodyBytes += rest.byteLength;
    return this.#bodyBytes >= BODY_BYTES_MAX || body.isWhole();
  }

  /** True once the head has come. */
  get isAnswered(): boolean {
    return this.#head !== null;
  }

  /** The answer as far as it is read; null before the end of its head. */
  reply(): Reply | null {
    if (this.#head === null) return null;
    const { status, retryAfter, body } = this.#head;
    return { status, retryAfter, excerpt: body.bytes().toString("utf8") };
  }

  /** Reads lines until the head ends, and returns the bytes after it. */
  #pushHead(bytes: Buffer): Buffer {
    let at = 0;
    while (this.#head === null && at < bytes.byteLength) {
      const feed = bytes.indexOf(LINE_FEED, at);
      const end = feed === -1 ? bytes.byteLength : feed + 1;
      this.#headBytes += end - at;
      if (this.#headBytes > HEAD_BYTES_MAX) throw new NotHttp(`the head is longer than ${HEAD_BYTES_MAX} bytes`);
      const isStart = this.#status === null && this.#line.length < STATUS_LINE_START.length;
      this.#line += bytes.toString("latin1", at, end);
      at = end;
      if (isStart) checkStatusLineStart(this.#line);
      if (feed !== -1) this.#endLine();
    }
    return bytes.subarray(at);
  }

  #endLine(): void {
    const line = this.#line.replace(/\r?\n$/, "");
    this.#line = "";
    if (this.#status === null) this.#status = readStatusLine(line);
    else if (line === "") this.#endHead(this.#status);
    else this.#keepHeader(line);
  }

  /** Lines without a colon are left out: they change nothing about the status. */
  #keepHeader(line: string): void {
    const colon = line.indexOf(":");
    if (colon > 0) this.#headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }

  #endHead(status: number): void {
    const headers = this.#headers;
    this.#headers = new Map();
    this.#status = null;
    if (status < 200 && status !== SWITCHING_PROTOCOLS) return;
    this.#head = { status, retryAfter: headers.get("retry-after") ?? null, body: bodyOf(status, headers) };
  }
}

/** Refuses another protocol at its first byte, so that nobody waits for a line that does not end. */
function checkStatusLineStart(line: string): void {
  const length = Math.min(line.length, STATUS_LINE_START.length);
  if (line.slice(0, length) !== STATUS_LINE_START.slice(0, length)) throw new NotHttp("the answer is not HTTP/1.1");
}

function readStatusLine(line: string): number {
  const status = STATUS_LINE.exec(line)?.[1];
  if (status === undefined) throw new NotHttp("the status line is not one of HTTP/1.1");
  return Number(status);
}

function bodyOf(status: number, headers: ReadonlyMap<string, string>): ReplyBody {
  if (status === SWITCHING_PROTOCOLS || status === 204 || status === 304) return plainBody(0);
  if (/\bchunked$/i.test(headers.get("transfer-encoding") ?? "")) return new ChunkedBody();
  const length = headers.get("content-length") ?? "";
  return plainBody(/^\d+$/.test(length) ? Number(length) : null);
}
