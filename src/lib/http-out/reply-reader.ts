import { ChunkedBody, plainBody, type ReplyBody } from "./reply-body.ts";

/** Limit for all heads of a response together: interim responses (1xx), status line and header lines. */
const HEAD_BYTES_MAX = 32 * 1_024;

const LINE_FEED = 0x0a;
const STATUS_LINE_START = "HTTP/1.";
/** RFC 9112, section 4. The reason phrase and the space before it can be missing. */
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: |$)/;
/** Final for us, because no request asks for an upgrade. */
const SWITCHING_PROTOCOLS = 101;

/** A response whose head is complete. */
export interface Reply {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Without chunk framing. */
  readonly body: Buffer;
  /** Why reading ended. `incomplete`: the connection, a limit or malformed framing ended the body. */
  readonly ending: "complete" | "too long" | "incomplete";
}

/** The server sends something that is not an HTTP/1.x response, or one whose head is too long. */
class NotHttp extends Error {
  readonly code = "NOT_HTTP";
}

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ReplyBody;
}

/** Parses an HTTP/1.x response (RFC 9112) incrementally, up to a limit of bytes. Interim responses are skipped. */
export class ReplyReader {
  readonly #bodyBytesMax: number;
  readonly #contentBytesMax: number;
  #headBytes = 0;
  #line = "";
  #status: number | null = null;
  #headers = new Map<string, string>();
  #head: Head | null = null;
  #bodyBytes = 0;

  /**
   * @param bodyBytesMax bytes after the head, framing and trailers included
   * @param contentBytesMax bytes of the body without framing
   */
  constructor(bodyBytesMax: number, contentBytesMax = bodyBytesMax) {
    this.#bodyBytesMax = bodyBytesMax;
    this.#contentBytesMax = contentBytesMax;
  }

  /** Parses the next bytes. Returns true if no more are needed. Throws NotHttp. */
  push(bytes: Buffer): boolean {
    const rest = this.#head === null ? this.#pushHead(bytes) : bytes;
    if (this.#head === null) return false;
    const { body } = this.#head;
    body.push(rest.subarray(0, this.#bodyBytesMax - this.#bodyBytes));
    this.#bodyBytes += rest.byteLength;
    return body.state !== "open" || this.#isTooLong(body);
  }

  /** Call this when the connection has ended. */
  end(): void {
    this.#head?.body.end?.();
  }

  /** Whether the head is complete. */
  get isAnswered(): boolean {
    return this.#head !== null;
  }

  /** Returns what was read of the response, or null before the end of its head. */
  reply(): Reply | null {
    if (this.#head === null) return null;
    const { status, headers, body } = this.#head;
    const ending = this.#isTooLong(body) ? "too long" : body.state === "complete" ? "complete" : "incomplete";
    return { status, headers, body: body.bytes(), ending };
  }

  #isTooLong(body: ReplyBody): boolean {
    return body.byteSize > this.#contentBytesMax || (body.state === "open" && this.#bodyBytes >= this.#bodyBytesMax);
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
    if (this.#status === null) this.#status = parseStatusLine(line);
    else if (line === "") this.#endHead(this.#status);
    else this.#addHeader(line);
  }

  /** Ignores lines without a colon: they do not change the status. */
  #addHeader(line: string): void {
    const colon = line.indexOf(":");
    if (colon > 0) this.#headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }

  #endHead(status: number): void {
    const headers = this.#headers;
    this.#headers = new Map();
    this.#status = null;
    if (status < 200 && status !== SWITCHING_PROTOCOLS) return;
    this.#head = { status, headers, body: bodyOf(status, headers) };
  }
}

/** Rejects another protocol at its first byte, so that a line without an end is not waited for. */
function checkStatusLineStart(line: string): void {
  const length = Math.min(line.length, STATUS_LINE_START.length);
  if (line.slice(0, length) !== STATUS_LINE_START.slice(0, length)) throw new NotHttp("the answer is not HTTP/1.1");
}

function parseStatusLine(line: string): number {
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
