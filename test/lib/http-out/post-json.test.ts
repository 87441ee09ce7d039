import { afterEach, expect, test } from "bun:test";
import { systemTimer } from "../../../src/lib/timer.ts";
import { type JsonReply, postJson } from "../../../src/lib/http-out/post-json.ts";
import { FakeTime } from "../../jobs/fake-time.ts";
import { makeAuthority } from "../../support/certificates.ts";
import { type Behave, flood, RawReceiver, say, sayAndClose } from "../../support/raw-receiver.ts";
import { HttpsReceiver } from "../../support/https-receiver.ts";

/** Limit of what a server can send, including the kernel buffers of both sides. */
const SENT_BYTES_MAX = 12 * 1_024 * 1_024;

const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function serve(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  stops.push(() => void server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

/** Starts a server that answers every request below HTTP. */
async function serveRaw(behave: Behave): Promise<{ readonly url: string; readonly receiver: RawReceiver }> {
  const receiver = await RawReceiver.start(behave);
  stops.push(() => receiver.stop());
  return { url: `http://127.0.0.1:${receiver.port}/`, receiver };
}

const post = (url: string, answerBytesMax = 1_000) =>
  postJson({ url, apiKey: "a-key", body: '{"one":1}', limitMs: 5_000, answerBytesMax }, systemTimer);

test("posts the body with the key and returns the response, whatever its status", async () => {
  const base = serve(async (request) => {
    const { headers } = request;
    return Response.json([headers.get("authorization"), await request.json()], { status: 418 });
  });
  expect(await post(`${base}/v1/x`)).toEqual({ kind: "answered", status: 418, text: '["Bearer a-key",{"one":1}]' });
});

test("ignores proxy variables of the environment", async () => {
  let asked = 0;
  const proxy = serve(() => {
    asked++;
    return new Response("from the proxy");
  });
  const base = serve(() => new Response("from the server"));
  for (const name of ["http_proxy", "HTTP_PROXY"]) {
    const former = process.env[name];
    process.env[name] = proxy;
    stops.push(() => {
      if (former === undefined) delete process.env[name];
      else process.env[name] = former;
    });
  }
  expect(await post(base)).toMatchObject({ kind: "answered", text: "from the server" });
  expect(asked).toBe(0);
});

test("follows no redirect", async () => {
  const base = serve(() => Response.redirect("http://127.0.0.1:9/elsewhere", 307));
  expect(await post(base)).toMatchObject({ kind: "answered", status: 307 });
});

test("stops reading a response that is too large", async () => {
  const base = serve(() => new Response("x".repeat(5_000)));
  expect(await post(base)).toEqual({ kind: "oversized", why: "answered with more than 1000 bytes" });
});

test("reports an unreachable server by the system error code only", async () => {
  expect(await post("http://127.0.0.1:9/")).toEqual({
    kind: "unavailable",
    why: "could not be reached (ECONNREFUSED)",
  });
});

const HANGS = [
  "HTTP/1.1 103 Early Hints\r\n\r\n",
  "HTTP/1.1 200 OK\r\n\r\n{",
  `HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}`,
];

test.each(HANGS)("a response that does not end is unavailable at the time limit: %j", async (answer) => {
  const { url, receiver } = await serveRaw(say(answer));
  const request = { url, apiKey: null, body: "{}", limitMs: 300, answerBytesMax: 1_000 };
  expect(await postJson(request, systemTimer)).toEqual({
    kind: "unavailable",
    why: "did not respond within 0.3 seconds",
  });
  await receiver.closed;
});

const NOT_HTTP = { kind: "unavailable", why: "could not be reached (NOT_HTTP)" } as const;
const BROKEN = { kind: "unavailable", why: "could not be reached" } as const;
const OVERSIZED = { kind: "oversized", why: "answered with more than 1000 bytes" } as const;

// The clock does not advance, so no time limit ends these requests.
test.each<[string, Behave, JsonReply]>([
  ["101", say("HTTP/1.1 101 No\r\nupgrade: other\r\n\r\n"), { kind: "answered", status: 101, text: "" }],
  ["101 and a flood", flood("HTTP/1.1 101 No\r\n\r\n", "z"), { kind: "answered", status: 101, text: "" }],
  ["a flood of 103", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n"), NOT_HTTP],
  ["a flood of headers", flood("HTTP/1.1 200 OK\r\n", "x: y\r\n"), NOT_HTTP],
  ["another protocol", say("SSH-2.0-x\r\n"), NOT_HTTP],
  ["a flood of bytes", flood("HTTP/1.1 200 OK\r\n\r\n", "z"), OVERSIZED],
  ["a flood of chunks", flood(CHUNKED, "1\r\nz\r\n"), OVERSIZED],
  ["a flood in a chunk extension", flood(`${CHUNKED}1;x=`, "z"), OVERSIZED],
  [
    "a sized body that is too long",
    say(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${"z".repeat(1_001)}`),
    OVERSIZED,
  ],
  ["a malformed chunk", say(`${CHUNKED}2\r\n{}\r\nzz\r\n`), BROKEN],
  ["an incomplete body", sayAndClose("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}"), BROKEN],
  ["an incomplete chunk", sayAndClose(`${CHUNKED}9\r\n{}`), BROKEN],
  ["no bytes", sayAndClose(""), { kind: "unavailable", why: "could not be reached (ECONNRESET)" }],
  [
    "chunks",
    say(`${CHUNKED}3\r\n{"a\r\n6;x\r\n":"b"}\r\n0\r\n\r\n`),
    { kind: "answered", status: 200, text: '{"a":"b"}' },
  ],
  [
    "the longest body in chunks of one byte",
    say(`${CHUNKED}${"1\r\nz\r\n".repeat(1_000)}0\r\n\r\n`),
    { kind: "answered", status: 200, text: "z".repeat(1_000) },
  ],
  [
    "a chunk with leading zeros in its size",
    say(`${CHUNKED}000000000002\r\n{}\r\n000000000000\r\n\r\n`),
    { kind: "answered", status: 200, text: "{}" },
  ],
  [
    "a body up to the end of the connection",
    sayAndClose("HTTP/1.0 200\n\n{}"),
    { kind: "answered", status: 200, text: "{}" },
  ],
])("a response ends without a time limit if it is %s", async (_, behave, expected) => {
  const { url, receiver } = await serveRaw(behave);
  const request = { url, apiKey: null, body: "{}", limitMs: 300, answerBytesMax: 1_000 };
  expect(await postJson(request, new FakeTime())).toEqual(expected);
  expect((await receiver.closed).bytesWritten).toBeLessThan(SENT_BYTES_MAX);
});

test("a stop ends the request with its reason", async () => {
  const stop = new AbortController();
  const { url, receiver } = await serveRaw(() => stop.abort(new Error("The server stops.")));
  const request = { url, apiKey: null, body: "{}", limitMs: 5_000, answerBytesMax: 1_000 };
  const ended = postJson(request, new FakeTime(), stop.signal);
  expect(await ended.catch((error: Error) => error.message)).toBe("The server stops.");
  await receiver.closed;
});

test("an https server needs a trusted certificate, whatever the environment says", async () => {
  const receiver = await HttpsReceiver.start({ authority: await makeAuthority(), names: ["127.0.0.1"] });
  stops.push(() => void receiver.stop());
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  stops.push(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  const reply = await post(receiver.url);
  expect(reply).toMatchObject({
    kind: "unavailable",
    why: expect.stringMatching(/^could not be reached \([A-Z_]+\)$/),
  });
  expect(receiver.received).toEqual([]);
});

test("a host name is resolved by the system", async () => {
  const base = serve(() => new Response("hello"));
  expect(await post(base.replace("127.0.0.1", "localhost"))).toMatchObject({ kind: "answered", text: "hello" });
  expect(await post("http://no-such-host.invalid/")).toEqual({
    kind: "unavailable",
    why: "could not be reached (ENOTFOUND)",
  });
});
