import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { sendBytes } from "../support/raw-request.ts";

// A proxy and this server must agree on where a request ends (RFC 9112 section 11.2). Each text hides a second request where the
// two could disagree. test/http/ambiguous-requests.test.ts has the refusals themselves.

const HIDDEN = "GET /healthz?hidden HTTP/1.1\r\nHost: a\r\n\r\n";
const AFTER = "GET /healthz?after HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

let app: HttpApp;
let port = 0;
beforeAll(async () => {
  app = await HttpApp.create();
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});
beforeEach(() => {
  app.logged.length = 0;
});

const post = (...headers: readonly string[]): string =>
  ["POST /healthz HTTP/1.1", "Host: a", ...headers, "", ""].join("\r\n");

const statusesIn = (answer: string): readonly number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe("a hidden request is not answered, and the connection ends:", () => {
  test.each<[string, string]>([
    ["behind a body with both lengths", `${post("Content-Length: 4", "Transfer-Encoding: chunked")}0\r\n\r\n${HIDDEN}`],
    ["in a body with both lengths", `${post("Transfer-Encoding: chunked", "Content-Length: 99")}0\r\n\r\n${HIDDEN}`],
    ["behind the shorter of two lengths", `${post("Content-Length: 0", "Content-Length: 44")}${HIDDEN}`],
    ["behind the longer of two lengths", `${post("Content-Length: 44", "Content-Length: 0")}${HIDDEN}`],
    ["behind a list of lengths", `${post("Content-Length: 0, 44")}${HIDDEN}`],
    ["behind a length with a sign", `${post("Content-Length: +0")}${HIDDEN}`],
    ["behind a length in hexadecimal", `${post("Content-Length: 0x0")}${HIDDEN}`],
    ["behind a length in octal digits of Unicode", `${post("Content-Length: \xd9\xa0")}${HIDDEN}`],
    ["behind a length beyond 64 bits", `${post("Content-Length: 18446744073709551616")}${HIDDEN}`],
    ["behind a folded length", `${post("Content-Length:\r\n 0")}${HIDDEN}`],
    ["behind a length with a space before its colon", `${post("Content-Length : 0")}${HIDDEN}`],
    ["behind an unknown coding", `${post("Transfer-Encoding: xchunked")}0\r\n\r\n${HIDDEN}`],
    ["behind a coding that is not the last", `${post("Transfer-Encoding: chunked, identity")}0\r\n\r\n${HIDDEN}`],
    ["behind a folded coding", `${post("Transfer-Encoding:\r\n chunked")}0\r\n\r\n${HIDDEN}`],
    ["behind a coding after a vertical tab", `${post("Transfer-Encoding: \x0bchunked")}0\r\n\r\n${HIDDEN}`],
    ["behind a coding in quotes", `${post('Transfer-Encoding: "chunked"')}0\r\n\r\n${HIDDEN}`],
    ["behind a coding with a NUL", `${post("Transfer-Encoding: chunked\0")}0\r\n\r\n${HIDDEN}`],
    [
      "behind a header that ends with a bare LF",
      `POST /healthz HTTP/1.1\r\nHost: a\nContent-Length: 0\r\n\r\n${HIDDEN}`,
    ],
    ["behind a chunk beyond 64 bits", `${post("Transfer-Encoding: chunked")}10000000000000000\r\n${HIDDEN}`],
    ["behind a chunk of 2^64 - 1", `${post("Transfer-Encoding: chunked")}ffffffffffffffff\r\n${HIDDEN}`],
    ["behind a chunk with a sign", `${post("Transfer-Encoding: chunked")}-1\r\n${HIDDEN}`],
    ["behind a chunk with 0x", `${post("Transfer-Encoding: chunked")}0x0\r\n\r\n${HIDDEN}`],
    ["behind a chunk that ends with a bare LF", `${post("Transfer-Encoding: chunked")}0\n\n${HIDDEN}`],
    ["behind a chunk that ends with a bare CR", `${post("Transfer-Encoding: chunked")}0\r\r${HIDDEN}`],
    ["behind a chunk without its end", `${post("Transfer-Encoding: chunked")}1\r\nZ0\r\n\r\n${HIDDEN}`],
    ["behind an extension with a bare LF", `${post("Transfer-Encoding: chunked")}0;a\nb\r\n\r\n${HIDDEN}`],
    ["behind a request without a version", `GET /healthz\r\n${HIDDEN}`],
  ])("%s", async (_title, bytes) => {
    const answer = await sendBytes(port, bytes);
    // The route can refuse the request before Bun refuses its body; after the first answer, the connection ends.
    expect(statusesIn(answer).filter((status) => ![400, 405, 413, 505].includes(status))).toEqual([]);
    expect(statusesIn(answer).length).toBeGreaterThan(0);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(JSON.stringify(app.logged)).not.toContain("hidden");
  });
});

describe("what is in a body is no request, and the next request is answered:", () => {
  test.each<[string, string]>([
    ["with a length", `${post(`Content-Length: ${HIDDEN.length}`)}${HIDDEN}`],
    ["in chunks", `${post("Transfer-Encoding: chunked")}${chunk(HIDDEN)}0\r\n\r\n`],
    [
      "in chunks with extensions",
      `${post("Transfer-Encoding: chunked")}${chunk(HIDDEN).replace("\r\n", ";a=b\r\n")}0\r\n\r\n`,
    ],
    ["in chunks whose lengths begin with zeros", `${post("Transfer-Encoding: chunked")}000${chunk(HIDDEN)}0\r\n\r\n`],
  ])("%s", async (_title, bytes) => {
    const answer = await sendBytes(port, bytes, AFTER);
    expect(statusesIn(answer)[0]).toBe(405);
    expect(JSON.stringify(app.logged)).not.toContain("hidden");
  });
});
