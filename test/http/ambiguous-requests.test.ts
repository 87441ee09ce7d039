import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HttpApp } from "../support/http-app.ts";
import { sendBytes } from "../support/raw-request.ts";

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

const get = (version: string, ...headers: readonly string[]): Promise<string> =>
  sendBytes(port, [`GET /healthz HTTP/${version}`, ...headers, "Connection: close", "", ""].join("\r\n"));
const post = (headers: readonly string[], body: string): Promise<string> =>
  sendBytes(port, ["POST /healthz HTTP/1.1", "Host: a", ...headers, "Connection: close", "", body].join("\r\n"));

/** RFC 9112 section 3.2, RFC 3986 section 3.2.2. */
describe("a request without exactly one valid Host is 400:", () => {
  test.each<[string, readonly string[]]>([
    ["two that differ", ["Host: a.example", "Host: b.example"]],
    ["two that are equal", ["Host: a.example", "Host: a.example"]],
    ["two, of which the first is empty", ["Host:", "Host: a.example"]],
    ["two, of which the second is empty", ["Host: a.example", "Host:"]],
    ["two empty ones", ["Host:", "Host:"]],
    ["a list", ["Host: a.example, b.example"]],
    ["a space", ["Host: a b"]],
    ["a tab", ["Host: a\tb"]],
    ["a path", ["Host: a.example/b"]],
    ["user information", ["Host: user@a.example"]],
    ["a query", ["Host: a.example?b"]],
    ["a fragment", ["Host: a.example#b"]],
    ["a backslash", ["Host: a\\b"]],
    ["angle brackets", ["Host: <a>"]],
    ["a quote", ['Host: "a"']],
    ["bytes that are not ASCII", ["Host: \xe4.example"]],
    ["a percent sign alone", ["Host: a%2"]],
    ["an open bracket", ["Host: [::1"]],
    ["a port that is a word", ["Host: a.example:http"]],
    ["a port beyond 65535", ["Host: a.example:65536"]],
    ["two ports", ["Host: a.example:1:2"]],
  ])("%s", async (_title, headers) => {
    for (const version of ["1.1", "1.0"]) {
      const answer = await get(version, ...headers);
      expect(answer).toStartWith("HTTP/1.1 400");
      expect(answer).toMatch(/^x-request-id: /im);
      expect(answer).toMatch(/^connection: close\r$/im);
      expect(answer).toContain('"code":"bad_request"');
    }
  });

  test("none on HTTP/1.1", async () => {
    expect(await get("1.1")).toStartWith("HTTP/1.1 400");
  });
});

describe("a request is answered if its Host is", () => {
  test.each([
    "a.example",
    "a.example:4040",
    "a.example:",
    "A_b-c~.example",
    "127.0.0.1:65535",
    "[::1]:4040",
    "[2001:db8::192.0.2.1]",
    "a%41",
    "",
  ])("%j", async (host) => {
    expect(await get("1.1", `Host: ${host}`)).toStartWith("HTTP/1.1 200");
  });

  test("none on HTTP/1.0", async () => {
    expect(await get("1.0")).toStartWith("HTTP/1.1 200");
  });
});

/** RFC 9112 section 6.3. A 405 comes from our routes, so the request was accepted by the runtime. */
describe("the length of a body", () => {
  test.each<[string, readonly string[], string]>([
    ["given twice with one value", ["Content-Length: 3", "Content-Length: 3"], "abc"],
    ["given twice with two values", ["Content-Length: 3", "Content-Length: 4"], "abcd"],
    ["that is a list", ["Content-Length: 3, 3"], "abc"],
    ["with a sign", ["Content-Length: +3"], "abc"],
    ["that is negative", ["Content-Length: -3"], "abc"],
    ["in hexadecimal", ["Content-Length: 0x3"], "abc"],
    ["that is empty", ["Content-Length:"], ""],
    ["beyond every number", ["Content-Length: 99999999999999999999"], "abc"],
    ["beside a transfer coding", ["Content-Length: 3", "Transfer-Encoding: chunked"], "3\r\nabc\r\n0\r\n\r\n"],
    ["behind a transfer coding", ["Transfer-Encoding: chunked", "Content-Length: 3"], "3\r\nabc\r\n0\r\n\r\n"],
    ["by two transfer codings", ["Transfer-Encoding: gzip, chunked"], "3\r\nabc\r\n0\r\n\r\n"],
    ["by a transfer coding that does not come last", ["Transfer-Encoding: chunked, gzip"], "3\r\nabc\r\n0\r\n\r\n"],
    ["by a repeated transfer coding", ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
    ["by an unknown transfer coding", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
    ["in a chunk that is no number", ["Transfer-Encoding: chunked"], "zz\r\nabc\r\n0\r\n\r\n"],
    ["in a chunk that ends with a bare LF", ["Transfer-Encoding: chunked"], "3\nabc\r\n0\r\n\r\n"],
  ])("%s is 400", async (_title, headers, body) => {
    expect(await post(headers, body)).toContain("HTTP/1.1 400");
  });

  test("is accepted if it is given once", async () => {
    expect(await post(["Content-Length: 3"], "abc")).toStartWith("HTTP/1.1 405");
    expect(await post(["Transfer-Encoding: chunked"], "3\r\nabc\r\n0\r\n\r\n")).toStartWith("HTTP/1.1 405");
  });
});

describe("a head that is not HTTP is refused:", () => {
  test.each([
    ["a folded line", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n"],
    ["bare line feeds", "GET /healthz HTTP/1.1\nHost: a\n\n"],
    ["one bare line feed", "GET /healthz HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n"],
    ["a bare carriage return", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n"],
    ["NUL in a value", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n"],
    ["NUL in a name", "GET /healthz HTTP/1.1\r\nHost: a\r\nX\0A: b\r\n\r\n"],
    ["NUL in the path", "GET /health\0z HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a space before the colon", "GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n"],
    ["a line without a colon", "GET /healthz HTTP/1.1\r\nHost: a\r\nfoo\r\n\r\n"],
    ["another version", "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n"],
  ])("%s", async (_title, bytes) => {
    expect(await sendBytes(port, bytes)).toMatch(/^HTTP\/1\.1 (?:400|505)/);
  });
});

test("the host of an absolute URL is ignored: no response depends on a host", async () => {
  const target = (host: string): string =>
    `GET http://${host}/openapi.json HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;
  const bodyOf = async (host: string): Promise<string> =>
    (await sendBytes(port, target(host))).split("\r\n\r\n")[1] ?? "";
  expect(await bodyOf("a.example")).toContain('"openapi"');
  expect(await bodyOf("evil.example")).toBe(await bodyOf("a.example"));
});

test("CONNECT is refused", async () => {
  const bytes = "CONNECT a.example:80 HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n";
  expect(await sendBytes(port, bytes)).toMatch(/^HTTP\/1\.1 40\d/);
});
