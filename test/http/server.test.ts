import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { JSON_BODY_MAX_BYTES } from "../../src/http/read-json.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { sendBytes } from "../support/raw-request.ts";
import { FULL_MP3, SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
let port = 0;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ mode: "live", rate: 1_000 }).token;
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});

const raw = (...parts: readonly string[]): Promise<string> => sendBytes(port, ...parts);

const get = (path: string, ...headers: readonly string[]) =>
  raw(`GET ${path} HTTP/1.1\r\n`, ...headers.map((header) => `${header}\r\n`), "Connection: close\r\n\r\n");

async function mp3Url(): Promise<URL> {
  const text = await (await app.ask("/v1/songs/1042", { token })).text();
  const url = new URL(/http[^"]+full\.mp3[^"]+/.exec(text)?.[0] ?? "");
  url.host = `127.0.0.1:${port}`;
  return url;
}

describe("over a socket", () => {
  test("HEAD has the length and the type of GET, and no body", async () => {
    const answer = await raw("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const body = await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(answer).toMatch(new RegExp(`content-length: ${body.length}\\r\\n`, "i"));
    expect(answer).toMatch(/x-request-id: /i);
    expect(answer).toEndWith("\r\n\r\n");
  });

  test("HEAD on media has the length of the file, and ignores ranges", async () => {
    const url = await mp3Url();
    const response = await fetch(url, { method: "HEAD", headers: { range: "bytes=0-3" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(FULL_MP3.length));
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(response.headers.has("content-range")).toBe(false);
  });

  test("a range, and If-Range by date, are handled by us and not by the runtime", async () => {
    const url = await mp3Url();
    const part = await fetch(url, { headers: { range: "bytes=4-7" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-length")).toBe("4");
    expect(await part.bytes()).toEqual(FULL_MP3.slice(4, 8));
    const stale = await fetch(url, { headers: { range: "bytes=4-7", "if-range": "Mon, 01 Jan 2001 00:00:00 GMT" } });
    expect(stale.status).toBe(200);
    expect(await stale.bytes()).toEqual(FULL_MP3);
  });

  test("a host name of one letter reaches the same path", async () => {
    expect(await get("/healthz", "Host: a")).toStartWith("HTTP/1.1 200");
    expect(await get("/v1/songs/1042", "Host: nas", `Authorization: Token ${token}`)).toStartWith("HTTP/1.1 200");
    expect(await get("/nothing?x=/healthz", "Host: a")).toStartWith("HTTP/1.1 404");
  });

  test("HTTP/1.0 without a host is answered", async () => {
    expect(await raw("GET /healthz HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 200");
    expect(await raw("GET //etc/passwd HTTP/1.0\r\n\r\n")).toStartWith("HTTP/1.1 404");
  });

  test("dots in a path only lead to other paths", async () => {
    for (const path of [
      "/v1/songs/../../../etc/passwd",
      "/reference/..%2f..%2fetc%2fpasswd",
      "/v1/songs/%2e%2e/%2e%2e/x",
    ]) {
      const answer = await get(path, "Host: localhost");
      expect(answer).toMatch(/^HTTP\/1\.1 40[14]/);
      expect(answer).not.toContain("root:");
    }
  });

  test("a body with a huge declared length is 413 from us, before it arrives", async () => {
    const answer = await raw(
      "POST /v1/supervisor/search HTTP/1.1\r\nHost: localhost\r\n",
      `Authorization: Token ${token}\r\nContent-Type: ${JSON_API}\r\n`,
      "Content-Length: 9007199254740991\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toStartWith("HTTP/1.1 413");
    expect(answer).toContain("x-request-id");
    expect(answer).toContain('"limit_bytes"');
  });

  test("a body without a length is 413 as soon as it is too long", async () => {
    const chunk = " ".repeat(64 * 1024);
    const framed = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    const answer = await raw(
      "POST /v1/supervisor/search HTTP/1.1\r\nHost: localhost\r\n",
      `Authorization: Token ${token}\r\nContent-Type: ${JSON_API}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: JSON_BODY_MAX_BYTES / chunk.length + 2 }, () => framed),
    );
    expect(answer).toStartWith("HTTP/1.1 413");
  });

  test("a client that disconnects in the middle of its body leaves no error in the log", async () => {
    app.logged.length = 0;
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(
          `POST /v1/supervisor/search HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${token}\r\nContent-Type: ${JSON_API}\r\nContent-Length: 1000\r\n\r\n{"data"`,
          () => socket.destroy(),
        );
      });
      socket.on("close", () => resolve());
    });
    // When this request is answered, the server has noticed the disconnect.
    for (let tries = 0; tries < 50 && app.logged.length < 2; tries++) await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(app.logged.filter((line) => line.level === "error")).toEqual([]);
  });

  test("the list and the search work with a plain client", async () => {
    const headers = { authorization: `Token ${token}`, "content-type": JSON_API };
    expect((await fetch(`http://127.0.0.1:${port}/v1/songs?page[size]=1`, { headers })).status).toBe(200);
    const body = JSON.stringify({
      data: {
        type: "supervisor_searches",
        attributes: { query: "tense synth", callback_url: "https://studio.example/x" },
      },
    });
    const response = await fetch(`http://127.0.0.1:${port}/v1/supervisor/search`, { method: "POST", headers, body });
    expect(response.status).toBe(202);
    expect(response.headers.get("ratelimit-policy")).toBe('"search";q=1000;w=1');
  });
});
