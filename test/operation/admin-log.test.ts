import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";

const LOG = "/v1/admin/log";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create({ dump: [{ id: "calm", title: "Low Tide" }] });
});
afterEach(() => app.close());

const follow = (query = "", headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  app.ask(`${LOG}/events${encodeURI(query)}`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers } });

/** Returns the events of a stream, which ends after a minute. */
async function eventsOf(stream: Promise<Response>, meanwhile: () => void = () => undefined): Promise<string> {
  const text = (await stream).text();
  meanwhile();
  await app.time.pass(60_000);
  return await text;
}

const messagesIn = (events: string): readonly string[] =>
  [...events.matchAll(/"message":"(\w+)"/g)].map(([, message = ""]) => message);

describe("GET /v1/admin/log", () => {
  test("is 200 with the newest lines first, paged and filtered", async () => {
    for (const [index, level] of (["info", "warn", "error"] as const).entries()) {
      app.core.log[level]({ job: 4_711_000 + index }, `line${index}`);
    }
    const first = await admin(app, "GET", `${LOG}?filter%5Blevel%5D=warn&page%5Bsize%5D=1`);
    expect(first.list).toMatchObject([
      { attributes: { level: "error", message: "line2", fields: { job: 4_711_002 } } },
    ]);
    expect((await admin(app, "GET", first.next ?? "")).list).toMatchObject([{ attributes: { message: "line1" } }]);
    const about = await admin(app, "GET", `${LOG}?filter%5Babout%5D=4711001`);
    expect(about.list.map(({ attributes }) => attributes["message"])).toEqual(["line1"]);
    await expectRefusals(await askAdmin(app, "GET", `${LOG}?filter%5Blevel%5D=loud`), "bad_parameter");
  });

  test("has the request of a search by the id of its key, and nothing of the brief", async () => {
    const { token, key } = app.key({ mode: "live" });
    await app.startJobs();
    await app.submit(token, { query: "xylophone waltz", context: "an attic", callback_url: "https://93.184.216.34/x" });
    await app.time.pass(1_000);
    const { list } = await admin(app, "GET", `${LOG}?filter%5Babout%5D=${key.id}`);
    expect(list.some(({ attributes }) => attributes["message"] === "request")).toBe(true);
    const everything = await (await askAdmin(app, "GET", `${LOG}?page%5Bsize%5D=100`)).text();
    expect(everything).not.toMatch(/xylophone|attic/);
    expect(everything).not.toContain(token);
  });
});

describe("GET /v1/admin/log/events", () => {
  test("is the last lines and each new one, filtered, and ends after a minute", async () => {
    app.core.log.info({}, "quiet");
    app.core.log.warn({}, "before");
    const response = follow("?filter[level]=warn");
    expect((await response).headers.get("content-type")).toBe("text/event-stream");
    const events = await eventsOf(response, () => {
      app.core.log.info({}, "silent");
      app.core.log.error({}, "after");
    });
    expect(messagesIn(events)).toEqual(["before", "after"]);
  });

  test("goes on after the line of Last-Event-ID, and begins again after a restart", async () => {
    for (const message of ["one", "two", "three"]) app.core.log.warn({}, message);
    const query = "?filter[level]=warn";
    const two = app.core.log.tail?.before(Infinity, { level: "warn", about: "two" }, 1)[0]?.seq;
    expect(messagesIn(await eventsOf(follow(query, { "last-event-id": `run:${two}` })))).toEqual(["three"]);
    const again = await eventsOf(follow(query, { "last-event-id": `former:${two}` }));
    expect(messagesIn(again)).toEqual(["one", "two", "three"]);
  });

  test("counts the lines that the client was too slow for", async () => {
    const response = await follow("?filter[level]=error", { "last-event-id": "run:0" });
    for (let line = 0; line < 5_000; line += 1) app.core.log.debug({}, "many");
    const text = response.text();
    await app.time.pass(60_000);
    expect(await text).toMatch(/event: missed\ndata: \{"count":\d{4}\}/);
  });

  test("ends when the server begins to stop", async () => {
    const text = (await follow()).text();
    app.services.lifecycle.stopping();
    expect(await text).toStartWith("retry: 1000");
  });

  test("is 429 for the fifth stream of an administrator, until one is closed", async () => {
    const streams: Response[] = [];
    for (let count = 0; count < 4; count += 1) streams.push(await follow());
    await expectRefusals(await follow(), "streams_busy");
    await streams[0]?.body?.cancel();
    streams.push(await follow());
    for (const stream of streams.slice(1)) await stream.body?.cancel();
  });
});
