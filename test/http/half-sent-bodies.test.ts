import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { FIRST_UPLOADS_RESERVED, STALL_WINDOW_MS, UPLOADS_MAX, UPLOADS_PER_KEY_MAX } from "../../src/assets/limits.ts";
import { BODY_LIMITS } from "../../src/http/body-reader.ts";
import { IDLE_TIMEOUT_SECONDS } from "../../src/http/socket-limits.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { HalfSent } from "../support/half-sent.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

const CLIENTS = 150;
const FORM = "multipart/form-data; boundary=x";
const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: image/jpeg\r\n\r\n';

let app: HttpApp;
let port = 0;
const clients: HalfSent[] = [];
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.leave();
});

interface Sent {
  readonly token: string;
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly length?: number;
  readonly body?: string;
}

/** A request whose body is shorter than its declared length. */
async function halfSent(sent: Sent): Promise<HalfSent> {
  const { token, method = "POST", path = "/v1/supervisor/search", type = JSON_API, length = 1_000, body = "{" } = sent;
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Token ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ];
  const client = await HalfSent.open(port, `${head.join("\r\n")}\r\n\r\n${body}`);
  clients.push(client);
  return client;
}

function many(count: number, sent: Sent): Promise<readonly HalfSent[]> {
  return Promise.all(Array.from({ length: count }, () => halfSent(sent)));
}

const answered = (all: readonly HalfSent[]): readonly number[] => all.flatMap(({ status }) => status ?? []);
const url = (path: string): string => `http://127.0.0.1:${port}${path}`;

async function searchStatus(token: string): Promise<number> {
  const attributes = { query: `tense synth ${Bun.randomUUIDv7()}`, callback_url: "https://studio.example/x" };
  const body = JSON.stringify({ data: { type: "supervisor_searches", attributes } });
  const headers = { authorization: `Token ${token}`, "content-type": JSON_API };
  return (await fetch(url("/v1/supervisor/search"), { method: "POST", headers, body })).status;
}

describe("the response does not wait for an unread body:", () => {
  test.each<[string, Partial<Sent>, number]>([
    ["a search without a valid key", {}, 401],
    ["an upload without a valid key", { path: "/v1/supervisor/assets", type: FORM, body: PART }, 401],
    ["an unknown address", { path: "/nothing" }, 404],
    ["an endpoint without a body", { path: "/healthz" }, 405],
    ["a deletion without a valid key", { method: "DELETE", path: "/v1/supervisor/assets/1" }, 401],
    ["a body of gigabytes", { length: 4_000_000_000 }, 401],
  ])("%s", async (_title, sent, status) => {
    const all = await many(CLIENTS, { token: "nobody", ...sent });
    await Promise.all(all.map((client) => client.closed()));
    expect(new Set(answered(all))).toEqual(new Set([status]));
    expect(answered(all)).toHaveLength(CLIENTS);
    expect(all[0]?.answer).toMatch(/^connection: close\r$/im);
  });

  test("a search above the rate of its key", async () => {
    const { token } = app.key({ rate: 1 });
    expect(await searchStatus(token)).toBe(202);
    const client = await halfSent({ token });
    await client.closed();
    expect(client.status).toBe(429);
  });

  test("a media type that the search does not accept", async () => {
    const client = await halfSent({ token: app.key().token, type: "text/plain" });
    await client.closed();
    expect(client.status).toBe(415);
  });

  test("a GET, whose body cannot be read", async () => {
    const client = await halfSent({ token: "nobody", method: "GET", path: "/healthz" });
    await client.closed();
    expect(client.status).toBe(200);
  });
});

test("a refused request with a complete body keeps its connection", async () => {
  const client = await halfSent({ token: "nobody", length: 4, body: "null" });
  await app.until(() => client.status !== null);
  expect(client.status).toBe(401);
  expect(client.answer).not.toMatch(/^connection: close\r$/im);
  client.answer = "";
  await client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await app.until(() => client.status !== null);
  expect(client.status).toBe(200);
});

describe("a key's searches with incomplete bodies", () => {
  test("take a limited number of slots, and block no other key", async () => {
    const slow = app.key({ rate: 1_000 }).token;
    const all = await many(CLIENTS, { token: slow });
    await app.until(() => answered(all).length === CLIENTS - BODY_LIMITS.perKeyMax);
    const refused = all.filter(({ status }) => status !== null);
    expect(new Set(answered(refused))).toEqual(new Set([429]));
    expect(refused[0]?.answer).toMatch(/^retry-after: 2\r$/im);
    expect(await searchStatus(app.key().token)).toBe(202);
    expect((await fetch(url("/healthz"))).status).toBe(200);
    await Promise.all(refused.map((client) => client.closed()));

    await app.time.pass(BODY_LIMITS.silenceMs);
    await Promise.all(all.map((client) => client.closed()));
    const late = all.filter((client) => !refused.includes(client));
    expect(answered(late)).toEqual(late.map(() => 408));
    expect(await searchStatus(slow)).toBe(202);
  });

  test("of many keys take a limited number of slots together", async () => {
    const { totalMax, perKeyMax } = BODY_LIMITS;
    const keys = Array.from({ length: totalMax / perKeyMax + 1 }, () => app.key({ rate: 1_000 }).token);
    const all = (await Promise.all(keys.map((key) => many(perKeyMax, { token: key })))).flat();
    await app.until(() => answered(all).length === perKeyMax);
    expect(new Set(answered(all))).toEqual(new Set([429]));
    await app.time.pass(BODY_LIMITS.silenceMs);
    await Promise.all(all.map((client) => client.closed()));
    expect(answered(all).filter((status) => status === 408)).toHaveLength(totalMax);
    expect(await searchStatus(keys[0] ?? "")).toBe(202);
  });

  test("are refused after the total time, however regularly bytes arrive", async () => {
    const client = await halfSent({ token: app.key().token });
    let sent = 0;
    for (let waited = 0; waited < BODY_LIMITS.totalMs; waited += 10 * SECOND_MS) {
      expect(client.status).toBeNull();
      await client.send(" ");
      sent += 1;
      await fetch(url("/healthz"));
      await app.time.pass(10 * SECOND_MS);
    }
    await client.closed();
    expect([client.status, sent]).toEqual([408, 6]);
  });

  test("are answered if the rest arrives in time", async () => {
    const attributes = { query: "a slow line", callback_url: "https://studio.example/x" };
    const body = JSON.stringify({ data: { type: "supervisor_searches", attributes } });
    const sent = { token: app.key().token, length: body.length, body: body.slice(0, 20) };
    const client = await halfSent(sent);
    await fetch(url("/healthz"));
    await app.time.pass(BODY_LIMITS.silenceMs - 1);
    await client.send(body.slice(20));
    await app.until(() => client.status !== null);
    expect(client.status).toBe(202);
  });
});

describe("a key's uploads with incomplete bodies", () => {
  const upload = { path: "/v1/supervisor/assets", type: FORM, length: 1_000_000, body: PART } as const;

  test("take a limited number of slots, and block no other key", async () => {
    const slow = app.key({ hasImages: true }).token;
    const all = await many(CLIENTS, { token: slow, ...upload });
    await app.until(() => answered(all).length === CLIENTS - UPLOADS_PER_KEY_MAX);
    const refused = all.filter(({ status }) => status !== null);
    expect(new Set(answered(refused))).toEqual(new Set([429]));
    const other = app.key({ hasImages: true }).token;
    const file = { bytes: await pictureBytes(), type: "image/jpeg" };
    expect((await app.upload(other, file)).status).toBe(202);

    await app.time.pass(30 * SECOND_MS);
    await Promise.all(all.map((client) => client.closed()));
    const late = all.filter((client) => !refused.includes(client));
    expect(answered(late)).toEqual(late.map(() => 408));
    expect((await app.upload(slow, file)).status).toBe(202);
  });

  test("of two keys leave slots to keys without an upload, and are limited together", async () => {
    const [first = "", second = "", third = ""] = Array.from({ length: 3 }, () => app.key({ hasImages: true }).token);
    const held = UPLOADS_MAX - FIRST_UPLOADS_RESERVED;
    const all = (
      await Promise.all([first, second].map((key) => many(UPLOADS_PER_KEY_MAX, { token: key, ...upload })))
    ).flat();
    await app.until(() => answered(all).length === all.length - held);
    expect(new Set(answered(all))).toEqual(new Set([429]));
    expect((await app.upload(third, { bytes: await pictureBytes(), type: "image/jpeg" })).status).toBe(202);

    const others = Array.from({ length: FIRST_UPLOADS_RESERVED }, () => app.key({ hasImages: true }).token);
    all.push(...(await Promise.all(others.map((key) => halfSent({ token: key, ...upload })))));
    const late = await halfSent({ token: third, ...upload });
    await late.closed();
    expect(late.status).toBe(429);
    await app.time.pass(STALL_WINDOW_MS);
    await Promise.all(all.map((client) => client.closed()));
    expect(answered(all).filter((status) => status === 408)).toHaveLength(UPLOADS_MAX);
  });

  test("leave the connection with its time limit after they are complete", async () => {
    const { server } = app.services.app;
    if (server === null) throw new Error("it does not listen");
    const timeout = spyOn(server, "timeout");
    const picture = Buffer.from(await pictureBytes()).toString("latin1");
    const body = `${PART}${picture}\r\n--x--\r\n`;
    const client = await halfSent({ token: app.key({ hasImages: true }).token, ...upload, length: body.length, body });
    await app.until(() => client.status !== null);
    expect(client.status).toBe(202);
    expect(timeout.mock.calls.map(([, seconds]) => seconds)).toEqual([0, IDLE_TIMEOUT_SECONDS]);
    timeout.mockRestore();
  });
});

describe("an upload", () => {
  /** Sends a film with a box that players skip, in equal parts every ten seconds. */
  async function uploadSlowly(bytesPerSecond: number, seconds: number): Promise<Response> {
    const film = await filmBytes();
    const box = Buffer.alloc(8);
    box.writeUInt32BE(8 + bytesPerSecond * seconds, 0);
    box.write("free", 4, "latin1");
    const part = PART.replace("image/jpeg", "video/mp4");
    let left = seconds;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(Uint8Array.from(Buffer.concat([Buffer.from(part), film, box]))),
      async pull(controller) {
        if (left === 0) {
          controller.enqueue(Uint8Array.from(Buffer.from("\r\n--x--\r\n")));
          controller.close();
          return;
        }
        left -= 10;
        await app.time.pass(10 * SECOND_MS);
        controller.enqueue(new Uint8Array(10 * bytesPerSecond));
      },
    });
    const { token } = app.key({ hasVideo: true });
    return await app.ask("/v1/supervisor/assets", { method: "POST", token, headers: { "content-type": FORM }, body });
  }

  test("over a slow connection can take any time", async () => {
    expect((await uploadSlowly(2_048, 3_600)).status).toBe(202);
  });

  test("below the minimum speed is refused", async () => {
    expect((await uploadSlowly(500, 3_600)).status).toBe(408);
  });
});
