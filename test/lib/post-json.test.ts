import { afterEach, expect, test } from "bun:test";
import { createServer } from "node:net";
import { systemTimer } from "../../src/lib/timer.ts";
import { postJson } from "../../src/lib/post-json.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function serve(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  stops.push(() => void server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

/** Serves `answer` as the raw bytes of every response, and leaves the connections open. */
async function serveRaw(answer: string): Promise<{ readonly url: string; readonly closed: Promise<void> }> {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {}).on("close", () => close());
    socket.once("data", () => socket.write(answer));
  });
  stops.push(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, closed };
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

for (const head of ["101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other", "103 Early Hints", "200 OK"]) {
  test(`ends at the limit after the response ${head.slice(0, 3)} without an end`, async () => {
    const { url, closed } = await serveRaw(`HTTP/1.1 ${head}\r\n\r\n`);
    const asked = { url, apiKey: null, body: "{}", limitMs: 300, answerBytesMax: 1_000 };
    expect(await postJson(asked, systemTimer)).toEqual({
      kind: "unavailable",
      why: "did not respond within 0.3 seconds",
    });
    await closed;
  });
}
