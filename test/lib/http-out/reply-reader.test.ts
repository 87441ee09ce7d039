import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Reply, ReplyReader } from "../../../src/lib/http-out/reply-reader.ts";

type Read = { readonly isEnough: boolean; readonly reply: Reply | null } | string;

const BODY_BYTES_MAX = 16_384;

/** Parses the text in pieces that end at the given offsets, until the reader needs no more bytes. */
function read(text: string, cuts: readonly number[] = [], isEnded = false): Read {
  const bytes = Buffer.from(text, "latin1");
  const reader = new ReplyReader(BODY_BYTES_MAX);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.byteLength + 1)))].toSorted((a, b) => a - b);
  let start = 0;
  let isEnough = false;
  try {
    for (const end of [...ends, bytes.byteLength]) {
      isEnough ||= reader.push(bytes.subarray(start, end));
      start = end;
    }
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  if (isEnded) reader.end();
  return { isEnough, reply: reader.reply() };
}

const SIZED = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";
const CUT = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel";
const INTERIM = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\nlink: </a>\r\n\r\nHTTP/1.1 500 No\r\n\r\nwhy";
const CHUNKED =
  "HTTP/1.1 503 No\r\nRetry-After:  120 \r\nTransfer-Encoding: gzip, chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nx: y\r\n\r\n";
const MALFORMED_CHUNK = "HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\nmore";
const CUT_CHUNK = "HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n3\r\nab";
const HTTP_1_0 = "HTTP/1.0 404\nserver: x\nno colon here\n: nameless\n\nnothing";
const SWITCHING = "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n\0\x01\x02";
const NO_CONTENT = "HTTP/1.1 204 No Content\r\ncontent-length: 9\r\n\r\n";

test("the result does not depend on how the bytes are split", () => {
  const answers = [SIZED, CUT, INTERIM, CHUNKED, MALFORMED_CHUNK, CUT_CHUNK, HTTP_1_0, SWITCHING, NO_CONTENT];
  const text = fc.constantFrom(...answers, "SSH-2.0-x\r\n", "HTTP/1.1 abc\r\n");
  const property = fc.property(text, fc.array(fc.nat({ max: 200 })), (answer, cuts) => {
    expect(read(answer, cuts)).toEqual(read(answer));
  });
  fc.assert(property);
});

test("the only error for any bytes is that they are not HTTP", () => {
  const head = fc.constantFrom("", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  const property = fc.property(head, fc.uint8Array({ maxLength: 500 }), (start, bytes) => {
    const text = start + Buffer.from(bytes).toString("latin1");
    const got = read(text);
    if (typeof got === "string") expect(got).toMatch(/HTTP\/1\.1|head is longer/);
  });
  fc.assert(property);
});

describe("a response", () => {
  test.each([
    [SIZED, "hello", "complete"],
    [CUT, "hel", "incomplete"],
    [INTERIM, "why", "complete"],
    [CHUNKED, "abcde", "complete"],
    [MALFORMED_CHUNK, "abc", "incomplete"],
    [CUT_CHUNK, "ab", "incomplete"],
    [HTTP_1_0, "nothing", "complete"],
    [SWITCHING, "", "complete"],
    [NO_CONTENT, "", "complete"],
  ])("%j has the body %j when the connection ends: %s", (text, body, ending) => {
    const got = read(text, [], true);
    if (typeof got === "string") throw new Error(got);
    expect(got.reply?.body.toString()).toBe(body);
    expect(got.reply?.ending).toBe(ending as never);
  });

  test("without a length is incomplete until the connection ends", () => {
    expect(read("HTTP/1.1 200 OK\r\n\r\nhello")).toMatchObject({ isEnough: false, reply: { ending: "incomplete" } });
  });

  test("has header values without surrounding spaces", () => {
    const got = read(CHUNKED);
    expect(typeof got === "string" ? got : got.reply?.headers.get("retry-after")).toBe("120");
  });

  test("does not have the headers of an interim response", () => {
    const got = read("HTTP/1.1 103 E\r\nretry-after: 9\r\ncontent-length: 0\r\n\r\nHTTP/1.1 503 No\r\n\r\nwhy");
    expect(got).toMatchObject({ isEnough: false, reply: { status: 503, headers: new Map() } });
  });

  test.each([
    ["too long", BODY_BYTES_MAX + 1],
    ["complete", BODY_BYTES_MAX],
  ])("is read up to the limit of its body, and is then %s", (ending, sizeBytes) => {
    const got = read(`HTTP/1.1 500 No\r\ncontent-length: ${sizeBytes}\r\n\r\n${"x".repeat(sizeBytes)}`);
    if (typeof got === "string") throw new Error(got);
    expect(got).toMatchObject({ isEnough: true, reply: { ending } });
    expect(got.reply?.body.byteLength).toBe(BODY_BYTES_MAX);
  });

  test("can have 32 KiB of heads, interim responses included", () => {
    const lines = "x: y\r\n".repeat(3_000);
    expect(read(`HTTP/1.1 200 OK\r\n${lines}\r\n`)).toMatchObject({ reply: { status: 200 } });
    expect(read(`HTTP/1.1 103 E\r\n${lines}\r\nHTTP/1.1 200 OK\r\n${lines}${lines}`)).toBe(
      "the head is longer than 32768 bytes",
    );
  });
});
