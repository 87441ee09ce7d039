import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { expectRefusals } from "../http/error-document.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { type BrowserSession, signedIn } from "../support/signed-in.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;
let session: BrowserSession;
beforeEach(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  session = await signedIn(app, "supervisor");
});
afterEach(() => app.close());

async function submit(attributes: object, headers: Readonly<Record<string, string>> = session.headers) {
  const body = JSON.stringify({ data: { type: "supervisor_searches", attributes } });
  return await app.ask("/v1/supervisor/search", {
    method: "POST",
    headers: { ...headers, "content-type": JSON_API },
    body,
  });
}

async function submitted(): Promise<string> {
  const response = await submit({ query: "slow piano" });
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

const follow = (id: string) => app.ask(`/v1/supervisor/search/${id}/events`, { headers: { cookie: session.cookie } });

describe("a search of a session", () => {
  test("needs no callback_url, and has no webhook", async () => {
    const id = await submitted();
    await app.startJobs();
    await app.time.pass(1_000);
    const response = await app.ask(`/v1/supervisor/search/${id}`, { headers: { cookie: session.cookie } });
    expect(response.status).toBe(200);
    expect(sqliteOf(app.core).sqlite.query("SELECT count(*) AS count FROM deliveries").get()).toEqual({ count: 0 });
  });

  test("can have a callback_url, which is checked", async () => {
    const refused = await submit({ query: "slow piano", callback_url: "http://studio.example" });
    await expectRefusals(refused, "invalid_attribute");
    expect((await submit({ query: "slow piano", callback_url: 5 })).status).toBe(422);
    expect((await submit({ query: "slow piano", callback_url: "https://studio.example/x" })).status).toBe(202);
  });

  test("is of the user's key: a search with an API key still needs a callback_url", async () => {
    const { token } = app.key();
    const refused = await submit({ query: "slow piano" }, { authorization: `Token ${token}`, cookie: session.cookie });
    await expectRefusals(refused, "invalid_attribute");
  });
});

describe("the events of a search", () => {
  test("are processing and then ended, and the stream ends", async () => {
    const id = await submitted();
    const response = await follow(id);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = response.text();
    await app.startJobs();
    await app.time.pass(1_000);
    expect(await text).toBe('retry: 500\n\nevent: processing\ndata: {"waiting_for":[]}\n\nevent: ended\ndata: {}\n\n');
  });

  test("are only ended for a search that has ended", async () => {
    const id = await submitted();
    await app.startJobs();
    await app.time.pass(1_000);
    expect(await (await follow(id)).text()).toBe("retry: 500\n\nevent: ended\ndata: {}\n\n");
  });

  test("end after a minute", async () => {
    const text = (await follow(await submitted())).text();
    await app.time.pass(60_000);
    expect(await text).toBe('retry: 500\n\nevent: processing\ndata: {"waiting_for":[]}\n\n');
  });

  test("end when the server stops", async () => {
    const text = (await follow(await submitted())).text();
    app.services.lifecycle.stopping();
    expect(await text).toBe('retry: 500\n\nevent: processing\ndata: {"waiting_for":[]}\n\n');
  });

  test("are 404 for an unknown search and for one of another key", async () => {
    const other = await signedIn(app, "admin");
    const response = await submit({ query: "slow piano" }, other.headers);
    const { id } = ((await response.json()) as { data: { id: string } }).data;
    for (const unknown of [id, crypto.randomUUID(), "x"]) await expectRefusals(await follow(unknown), "not_found");
  });

  test("are 429 for the seventeenth stream of a key, until one is closed", async () => {
    const id = await submitted();
    const streams: Response[] = [];
    for (let count = 0; count < 16; count += 1) streams.push(await follow(id));
    const refused = await follow(id);
    expect(refused.headers.get("retry-after")).toBe("2");
    await expectRefusals(refused, "streams_busy");
    await streams[0]?.body?.cancel();
    await app.time.runDue();
    const again = await follow(id);
    expect(again.status).toBe(200);
    await expectRefusals(await follow(id), "streams_busy");
    for (const stream of [...streams.slice(1), again]) await stream.body?.cancel();
  });
});
