import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { assets, uploads } from "../../schema/tables/service/assets.ts";
import { executions } from "../../schema/tables/service/executions.ts";
import { jobs } from "../../schema/tables/service/jobs.ts";
import type { WaitingMax } from "../../src/jobs/lane-room.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { HttpApp, type HttpAppOptions } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { errorsOf, expectRefusals } from "./error-document.ts";

// Pictures are analysed in child processes of the lowest priority.
setDefaultTimeout(60_000);

/** No server listens at this address. */
const CALLBACK = "https://127.0.0.1:1/callback";
/** Room for two waiting jobs of a key, and for three in all. */
const FEW: WaitingMax = { perClient: 2, inAll: 3, retryAfterSeconds: 2 };

let app: HttpApp;
afterEach(() => app.close());

async function open(waitingMax: HttpAppOptions["waitingMax"]): Promise<void> {
  app = await HttpApp.create({
    settings: { "callback-allow": "127.0.0.1" },
    dump: [{ id: "1", title: "Low Tide", tags: { mood: ["calm"] } }],
    ...(waitingMax === undefined ? {} : { waitingMax }),
  });
}

function search(token: string, query: string): Promise<Response> {
  return app.submit(token, { query, callback_url: CALLBACK });
}

function secondsOf(response: Response): number {
  return Number(response.headers.get("retry-after"));
}

describe("429", () => {
  test("a key at its limit of waiting searches: nothing is written, and other keys are served", async () => {
    await open({ search: FEW });
    const { token } = app.key();
    for (const query of ["one", "two"]) expect((await search(token, query)).status).toBe(202);
    const refused = await search(token, "three");
    expect(secondsOf(refused)).toBe(2);
    const errors = await errorsOf(refused);
    expect(errors).toMatchObject([{ status: 429, meta: { limit: 2 } }]);
    expect(app.core.db.orm.select().from(executions).all()).toHaveLength(2);
    expect(app.core.db.orm.select().from(jobs).all()).toHaveLength(2);
    expect((await search(app.key().token, "three")).status).toBe(202);
  });

  test("is not returned for a joined or cached search, which needs no room", async () => {
    await open({ search: FEW });
    const { token } = app.key();
    await search(token, "calm");
    await app.startJobs();
    await app.time.pass(SECOND_MS);
    await app.services.jobs.stop();
    for (const query of ["one", "two"]) await search(token, query);
    expect((await search(token, "one")).status).toBe(202);
    expect((await search(token, "calm")).status).toBe(200);
    expect((await search(token, "three")).status).toBe(429);
  });

  test("ends after the time in Retry-After", async () => {
    await open({ search: FEW });
    const { token } = app.key();
    for (const query of ["one", "two"]) await search(token, query);
    const refused = await search(token, "three");
    await app.startJobs();
    await app.time.pass(secondsOf(refused) * SECOND_MS);
    expect((await search(token, "three")).status).toBe(202);
  });

  test("a key at its limit of waiting webhooks, until the first of them is retried", async () => {
    await open({ webhook: FEW });
    const { token } = app.key();
    for (const query of ["one", "two"]) await search(token, query);
    await app.startJobs();
    await app.time.pass(SECOND_MS);
    // Then both webhooks wait for their next attempt.
    await app.until(() => {
      const waiting = app.core.db.orm
        .select()
        .from(jobs)
        .all()
        .filter(({ lane }) => lane === "webhook");
      return waiting.every(({ state, attempt }) => state === "ready" && attempt === 1);
    });
    const refused = await search(token, "three");
    expect(secondsOf(refused)).toBeGreaterThanOrEqual(5);
    await expectRefusals(refused, "webhooks_waiting");
    expect((await search(app.key().token, "three")).status).toBe(202);
  });

  test("a key at its limit of uploads waiting for analysis: nothing of the file remains", async () => {
    await open({ picture: FEW });
    const { token } = app.key({ hasImages: true });
    const bytes = await pictureBytes();
    const upload = (as = token): Promise<Response> => app.upload(as, { bytes, type: "image/jpeg" });
    for (let count = 0; count < 2; count++) expect((await upload()).status).toBe(202);
    const refused = await upload();
    expect(secondsOf(refused)).toBe(2);
    await expectRefusals(refused, "uploads_waiting");
    expect(app.core.db.orm.select().from(assets).all()).toHaveLength(2);
    expect(app.core.db.orm.select().from(uploads).all()).toHaveLength(2);
    expect(await readdir(join(app.core.config.dataDir, "uploads", "originals"))).toHaveLength(2);
    expect((await upload(app.key({ hasImages: true }).token)).status).toBe(202);
  });
});

describe("503", () => {
  test("all keys together are at the limit of waiting searches", async () => {
    await open({ search: FEW });
    const tokens = [app.key().token, app.key().token, app.key().token];
    for (const token of tokens) expect((await search(token, "one")).status).toBe(202);
    const refused = await search(app.key().token, "one");
    expect(secondsOf(refused)).toBe(2);
    await expectRefusals(refused, "overloaded");
    expect(app.core.db.orm.select().from(executions).all()).toHaveLength(3);
  });

  test("all keys together are at the limit of waiting uploads", async () => {
    await open({ picture: { ...FEW, inAll: 1 } });
    const bytes = await pictureBytes();
    const upload = () => app.upload(app.key({ hasImages: true }).token, { bytes, type: "image/jpeg" });
    expect((await upload()).status).toBe(202);
    const refused = await upload();
    expect(secondsOf(refused)).toBe(2);
    await expectRefusals(refused, "overloaded");
  });
});
