import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { UPLOADS_PER_KEY_MAX } from "../../src/assets/limits.ts";
import { BODY_LIMITS } from "../../src/http/body-reader.ts";
import { IDLE_TIMEOUT_SECONDS } from "../../src/http/socket-limits.ts";
import { HalfSent } from "../support/half-sent.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

// 200 connections that never complete what they begin. Bun ends those without a complete head after 8 to 12 seconds, whatever
// IDLE_TIMEOUT_SECONDS is; no test can move its timer. The other timers are those of the test's clock.

const OF_EACH_KIND = 40;
const ENDED_WITHIN_MS = 60_000;
const FORM = "multipart/form-data; boundary=x";

let app: HttpApp;
let port = 0;
const clients: HalfSent[] = [];
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  app.services.app.listen({ port: 0, hostname: "127.0.0.1", idleTimeout: IDLE_TIMEOUT_SECONDS });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.leave();
});

async function open(first: string): Promise<readonly HalfSent[]> {
  const all = await Promise.all(Array.from({ length: OF_EACH_KIND }, () => HalfSent.open(port, first)));
  clients.push(...all);
  return all;
}

const head = (token: string, path: string, type: string): string =>
  [`POST ${path} HTTP/1.1`, "Host: a", `Authorization: Token ${token}`, `Content-Type: ${type}`].join("\r\n");

test(
  "200 slow connections keep nobody out, and all of them end",
  async () => {
    const slow = app.key({ rate: 1_000, hasImages: true }).token;
    const search = "/v1/supervisor/search";
    const silent = await open("");
    const heads = await open("GET /v1/songs HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    const bodies = await open(`${head(slow, search, JSON_API)}\r\nContent-Length: 1000\r\n\r\n{"data":`);
    const chunks = await open(`${head(slow, search, JSON_API)}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"dat\r\n`);
    const uploads = await open(`${head(slow, "/v1/supervisor/assets", FORM)}\r\nContent-Length: 1000\r\n\r\n--x\r\n`);
    expect(clients).toHaveLength(200);
    const refused = 2 * OF_EACH_KIND - BODY_LIMITS.perKeyMax + OF_EACH_KIND - UPLOADS_PER_KEY_MAX;
    const waiting = (): number => clients.filter(({ status }) => status === null).length;
    await app.until(() => waiting() <= clients.length - refused);

    // Another client is served by the same process.
    const { token } = app.key({ hasImages: true });
    const url = (path: string): string => `http://127.0.0.1:${port}${path}`;
    const headers = { authorization: `Token ${token}`, "content-type": JSON_API };
    const attributes = { query: "tense synth", callback_url: "https://studio.example/x" };
    const body = JSON.stringify({ data: { type: "supervisor_searches", attributes } });
    expect((await fetch(url(search), { method: "POST", headers, body })).status).toBe(202);
    expect((await fetch(url("/v1/songs"), { headers })).status).toBe(200);
    expect((await app.upload(token, { bytes: await pictureBytes(), type: "image/jpeg" })).status).toBe(202);
    expect((await fetch(url("/readyz"))).status).toBe(200);

    // A byte now and then does not keep a head open. Each byte needs an answer of the server, so they take a while.
    for (const client of heads) await client.send("x");
    await app.time.pass(BODY_LIMITS.totalMs);
    await Promise.all(clients.map((client) => client.closed()));
    const statuses = [...bodies, ...chunks, ...uploads].map(({ status }) => status);
    expect(statuses.filter((status) => status !== 408 && status !== 429)).toEqual([]);
    expect([...silent, ...heads].flatMap(({ answer }) => (answer === "" ? [] : [answer]))).toEqual([]);
  },
  ENDED_WITHIN_MS,
);
