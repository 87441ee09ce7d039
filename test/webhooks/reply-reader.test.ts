import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Reply } from "../../src/webhooks/outcome.ts";
import { ReplyReader } from "../../src/webhooks/reply-reader.ts";

type Read = { readonly enough: boolean; readonly reply: Reply | null } | string;

/** Reads the text in pieces that end at the given places, until the reader has enough. */
function read(text: string, cuts: readonly number[] = []): Read {
  const bytes = Buffer.from(text, "latin1");
  const reader = new ReplyReader();
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.byteLength + 1)))].toSorted((a, b) => a - b);
  let start = 0;
  let enough = false;
  try {
    for (const end of [...ends, bytes.byteLength]) {
      enough ||= reader.push(bytes.subarray(start, end));
      start = end;
    }
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return { enough, reply: reader.reply() };
}

const ANSWERS = [
  "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
  "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\nlink: </a>\r\n\r\nHTTP/1.1 500 No\r\n\r\nwhy",
  "HTTP/1.1 503 No\r\nRetry-After:  120 \r\nTransfer-Encoding: gzip, chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nx: y\r\n\r\n",
  "HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\nmore",
  "HTTP/1.0 404\nserver: x\nno colon here\n: nameless\n\nnothing",
  "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n\0\x01\x02",
  "HTTP/1.1 204 No Content\r\ncontent-length: 9\r\n\r\n",
  "SSH-2.0-x\r\n",
  "HTTP/1.1 abc\r\n",
] as const;

test("an answer is the same however it is cut into pieces", () => {
  const property = fc.property(fc.constantFrom(...ANSWERS), fc.array(fc.nat({ max: 200 })), (text, cuts) => {
    expect(read(text, cuts)).toEqual(read(text));
  });
  fc.assert(property);
});

test("no bytes make the reader fail in any other way than by saying that they are not HTTP", () => {
  const head = fc.constantFrom("", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  const property = fc.property(head, fc.uint8Array({ maxLength: 500 }), (start, bytes) => {
    const text = start + Buffer.from(bytes).toString("latin1");
    const got = read(text);
    if (typeof got === "string") expect(got).toMatch(/HTTP\/1\.1|head is longer/);
  });
  fc.assert(property);
});

describe("what is read of an answer", () => {
  const body = (text: string): string | undefined => {
    const got = read(text);
    return typeof got === "string" ? got : got.reply?.excerpt;
  };

  test.each([
    [ANSWERS[0], "hello"],
    [ANSWERS[1], "hel"],
    [ANSWERS[2], "why"],
    [ANSWERS[3], "abcde"],
    [ANSWERS[4], "abc"],
    [ANSWERS[5], "nothing"],
    [ANSWERS[6], ""],
    [ANSWERS[7], ""],
  ])("%j has the body %j", (text, expected) => expect(body(text)).toBe(expected));

  test("is Retry-After, without the spaces around it", () => {
    expect(read(ANSWERS[3])).toMatchObject({ reply: { status: 503, retryAfter: "120" } });
  });

  test("is not a header of an interim answer", () => {
    const text = "HTTP/1.1 103 E\r\nretry-after: 9\r\ncontent-length: 0\r\n\r\nHTTP/1.1 503 No\r\n\r\nwhy";
    expect(read(text)).toEqual({ enough: false, reply: { status: 503, retryAfter: null, excerpt: "why" } });
  });

  test("is 16 KiB of a body at most, and then it is enough", () => {
    const got = read(`HTTP/1.1 500 No\r\n\r\n${"x".repeat(20_000)}`);
    expect(got).toMatchObject({ enough: true, reply: { excerpt: "x".repeat(16_384) } });
  });

  test("is 32 KiB of heads at most, interim answers included", () => {
    const lines = "x: y\r\n".repeat(3_000);
    expect(read(`HTTP/1.1 200 OK\r\n${lines}\r\n`)).toMatchObject({ reply: { status: 200 } });
    expect(read(`HTTP/1.1 103 E\r\n${lines}\r\nHTTP/1.1 200 OK\r\n${lines}${lines}`)).toBe(
      "the head is longer than 32768 bytes",
    );
  });
});
