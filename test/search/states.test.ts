import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { assets } from "../../schema/tables/service/assets.ts";
import { answers, executions } from "../../schema/tables/service/executions.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { rotateKey } from "../../src/keys/rotate-key.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { type Authority, makeAuthority } from "../support/certificates.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { HttpsReceiver, type Received } from "../support/https-receiver.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SONGS = [
  {
    id: "calm",
    title: "Low Tide",
    tags: { mood: ["calm"], instrument: ["piano"] },
    artists: [{ id: "a", name: "Ada Field" }],
  },
  {
    id: "tense",
    title: "Glass Harbour",
    tags: { mood: ["tense"], instrument: ["synth"] },
    artists: [{ id: "a", name: "Ada Field" }],
  },
];
const PICTURE = "7f9c24e8-3b1a-4f0e-9d55-0c4f6a1b2c3d";
/** The limit of a search's wait for an asset, and its polling interval. */
const ASSET_WAIT_MS = DAY_MS;
const ASSET_POLL_MS = SECOND_MS;

interface Document {
  readonly data: {
    readonly id: string;
    readonly type: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly relationships: { readonly songs: { readonly data: readonly { readonly id: string }[] } };
    readonly links: { readonly self: string };
  };
}

describe("the states of a search", () => {
  let app: HttpApp;
  let authority: Authority;
  let receiver: HttpsReceiver;
  let key: CreatedKey;
  let folder: string;

  beforeAll(async () => {
    authority = await makeAuthority();
    folder = temporaryFolder();
    await Bun.write(join(folder, "ca.pem"), authority.caPem);
  });

  beforeEach(async () => {
    receiver = await HttpsReceiver.start({ authority });
    const settings = { "callback-allow": "127.0.0.1", "callback-ca": join(folder, "ca.pem") };
    app = await HttpApp.create({ dump: SONGS, settings });
    key = app.key({ mode: "live", hasImages: true });
  });

  afterEach(async () => {
    await app.close();
    await receiver.stop();
  });

  async function submit(attributes: Readonly<Record<string, unknown>>, token = key.token) {
    const response = await app.submit(token, { callback_url: `${receiver.url}/first`, ...attributes });
    const document: Document = JSON.parse(await response.text());
    return { status: response.status, document };
  }

  async function fetchResult(id: string, token = key.token) {
    const response = await app.ask(`/v1/supervisor/search/${id}`, { token });
    const document: Document = JSON.parse(await response.text());
    return { status: response.status, document };
  }

  /** Runs the jobs until the next webhook has arrived. */
  async function webhook(): Promise<{ readonly received: Received; readonly document: Document }> {
    const next = receiver.next();
    await app.time.runDue();
    const received = await next;
    await recorded(receiver.received.length);
    return { received, document: JSON.parse(received.body) };
  }

  /** Runs until no job is running, so that the results of deliveries are recorded. */
  async function recorded(deliveries: number): Promise<void> {
    for (;;) {
      const lanes = await app.core.db.read(app.services.queue.counts(app.core.db));
      const open = lanes.reduce((total, lane) => total + lane.running, 0);
      if (open === 0) return;
      await app.time.runDue();
      expect(receiver.received.length).toBeLessThanOrEqual(deliveries);
    }
  }

  test("a new search is 202, processing, and its result arrives by webhook", async () => {
    const { status, document } = await submit({ query: "calm piano", context: "a kitchen" });
    expect(status).toBe(202);
    expect(document.data.type).toBe("supervisor_searches");
    expect(document.data.attributes).toEqual({
      status: "processing",
      query: "calm piano",
      context: "a kitchen",
      asset_ids: [],
      callback_url: `${receiver.url}/first`,
    });
    expect(document.data.links.self).toEndWith(`/v1/supervisor/search/${document.data.id}`);

    await app.startJobs();
    const { received, document: result } = await webhook();
    expect(received.path).toBe("/first");
    expect(received.headers["content-type"]).toBe("application/vnd.api+json");
    expect(result.data.id).toBe(document.data.id);
    expect(result.data.attributes["status"]).toBe("completed");
    expect(result.data.relationships.songs.data[0]?.id).toBe("calm");
    expect(received.headers["webhook-id"]).toStartWith("msg_");
    expect(
      new Webhook(key.webhookSecret).sign(
        received.headers["webhook-id"] ?? "",
        new Date(Number(received.headers["webhook-timestamp"]) * SECOND_MS),
        received.body,
      ),
    ).toBe(received.headers["webhook-signature"] ?? "");
  });

  test("a webhook during the overlap of a rotation verifies with the old and with the new secret, later with the new one", async () => {
    const rotated = await rotateKey(app.core, key.key.id, { token: false, secret: true, overlapMs: MINUTE_MS });
    const secrets = [key.webhookSecret, rotated.outcome === "rotated" ? (rotated.webhookSecret ?? "") : ""];
    const verifies = ({ received }: { readonly received: Received }): readonly boolean[] => {
      const [id = "", at] = [received.headers["webhook-id"], Number(received.headers["webhook-timestamp"]) * SECOND_MS];
      const signatures = received.headers["webhook-signature"]?.split(" ") ?? [];
      return secrets.map((secret) => signatures.includes(new Webhook(secret).sign(id, new Date(at), received.body)));
    };
    await app.startJobs();
    await submit({ query: "calm piano" });
    expect(verifies(await webhook())).toEqual([true, true]);
    await app.time.pass(MINUTE_MS);
    await submit({ query: "tense synth" });
    expect(verifies(await webhook())).toEqual([false, true]);
  });

  test("an equivalent search within 24 hours is 200 with the same result inline, and sends no webhook", async () => {
    await submit({ query: "calm piano" });
    await app.startJobs();
    const { document: sent } = await webhook();
    app.time.jump(24 * HOUR_MS - 2 * MINUTE_MS);
    const { status, document } = await submit({ query: "  calm\npiano " });
    expect(status).toBe(200);
    expect(document.data.id).toBe(sent.data.id);
    expect(document.data.attributes["status"]).toBe("completed");
    expect(document.data.attributes["callback_url"]).toBe(`${receiver.url}/first`);
    await app.time.pass(MINUTE_MS);
    expect(receiver.received).toHaveLength(1);
  });

  test("after 24 hours it is 202 again on the same id, and GET returns the former result until then", async () => {
    const { document: first } = await submit({ query: "calm piano" });
    await app.startJobs();
    await webhook();
    await app.services.jobs.stop();
    app.time.jump(24 * HOUR_MS);
    const { status, document } = await submit({ query: "calm piano", callback_url: `${receiver.url}/second` });
    expect(status).toBe(202);
    expect(document.data.id).toBe(first.data.id);
    const former = await fetchResult(first.data.id);
    expect(former.status).toBe(200);
    expect(former.document.data.attributes["status"]).toBe("completed");
    expect(former.document.data.attributes["callback_url"]).toBe(`${receiver.url}/first`);
  });

  test("an equivalent search in flight is joined: 202, the same id, no new work, no second callback", async () => {
    const { document: first } = await submit({ query: "calm piano" });
    const joined = await submit({ query: "calm  piano", callback_url: `${receiver.url}/second` });
    expect(joined.status).toBe(202);
    expect(joined.document.data.id).toBe(first.data.id);
    expect(joined.document.data.attributes["callback_url"]).toBe(`${receiver.url}/second`);
    expect(app.core.db.orm.select().from(executions).all()).toHaveLength(1);
    await app.startJobs();
    const { received } = await webhook();
    expect(received.path).toBe("/first");
    await app.time.pass(MINUTE_MS);
    expect(receiver.received).toHaveLength(1);
    const shown = await fetchResult(first.data.id);
    expect(shown.document.data.attributes["callback_url"]).toBe(`${receiver.url}/first`);
  });

  test("GET is 404 before the first end, for another key, and for an unknown id", async () => {
    const { document } = await submit({ query: "calm piano" });
    expect((await fetchResult(document.data.id)).status).toBe(404);
    await app.startJobs();
    await webhook();
    expect((await fetchResult(document.data.id)).status).toBe(200);
    expect((await fetchResult(document.data.id, app.key().token)).status).toBe(404);
    expect((await fetchResult(crypto.randomUUID())).status).toBe(404);
  });

  test("another key's equivalent search is a separate search", async () => {
    const { document } = await submit({ query: "calm piano" });
    const other = await submit({ query: "calm piano" }, app.key().token);
    expect(other.status).toBe(202);
    expect(other.document.data.id).not.toBe(document.data.id);
  });

  describe("with an asset that is being processed", () => {
    beforeEach(() => setAsset("pending"));

    function setAsset(status: "pending" | "processed" | "failed" | "blocked" | "expired"): void {
      app.core.db.orm.delete(assets).where(eq(assets.id, PICTURE)).run();
      const row = { id: PICTURE, keyId: key.key.id, mediaKind: "image", status, submittedAt: 0 } as const;
      app.core.db.orm.insert(assets).values(row).run();
    }

    test("it waits, and completes when the asset is ready", async () => {
      expect((await submit({ query: "calm piano", asset_ids: [PICTURE] })).status).toBe(202);
      await app.startJobs();
      await app.time.pass(10 * ASSET_POLL_MS);
      expect(receiver.received).toHaveLength(0);
      setAsset("processed");
      await app.time.pass(ASSET_POLL_MS);
      const { document } = await webhook();
      expect(document.data.attributes["status"]).toBe("completed");
      expect(document.data.attributes["asset_ids"]).toEqual([PICTURE]);
      expect(ledgerRows()).toMatchObject([{ tier: "image", billed: true }]);
    });

    test.each(["failed", "blocked", "expired"] as const)(
      "that ends %s, it fails with that code, by webhook, unbilled",
      async (status) => {
        const { document: accepted } = await submit({ query: "calm piano", asset_ids: [PICTURE] });
        await app.startJobs();
        setAsset(status);
        await app.time.pass(ASSET_POLL_MS);
        const { document } = await webhook();
        expect(document.data.attributes["status"]).toBe("failed");
        expect(document.data.attributes["error"]).toMatchObject({ code: `asset_${status}` });
        expect(document.data.relationships.songs.data).toEqual([]);
        expect((await fetchResult(accepted.data.id)).document.data.attributes["status"]).toBe("failed");
        expect(ledgerRows()).toMatchObject([{ tier: "image", billed: false }]);
      },
    );

    test("that is deleted, it fails as asset_unavailable", async () => {
      await submit({ query: "calm piano", asset_ids: [PICTURE] });
      await app.startJobs();
      app.core.db.orm.delete(assets).run();
      await app.time.pass(ASSET_POLL_MS);
      const { document } = await webhook();
      expect(document.data.attributes["error"]).toMatchObject({ code: "asset_unavailable" });
    });

    test("that takes hours it goes on waiting, and only fails after a day", async () => {
      const { document: accepted } = await submit({ query: "calm piano", asset_ids: [PICTURE] });
      await app.startJobs();
      app.time.jump(ASSET_WAIT_MS - MINUTE_MS);
      await app.time.pass(ASSET_POLL_MS);
      expect((await app.ask(`/v1/supervisor/search/${accepted.data.id}`, { token: key.token })).status).toBe(404);
      app.time.jump(MINUTE_MS);
      await app.time.pass(ASSET_POLL_MS);
      expect((await webhook()).document.data.attributes["error"]).toMatchObject({ code: "internal_error" });
    });

    test("a failed search is not a cache hit: the next one runs again with the same id", async () => {
      const { document: first } = await submit({ query: "calm piano", asset_ids: [PICTURE] });
      await app.startJobs();
      setAsset("failed");
      await app.time.pass(ASSET_POLL_MS);
      await webhook();
      setAsset("processed");
      const again = await submit({ query: "calm piano", asset_ids: [PICTURE] });
      expect(again.status).toBe(202);
      expect(again.document.data.id).toBe(first.data.id);
      expect((await webhook()).document.data.attributes["status"]).toBe("completed");
    });
  });

  test("a search that throws is retried, and then fails as internal_error without details", async () => {
    const { document: accepted } = await submit({ query: "calm piano" });
    const current = app.services.catalog.current.bind(app.services.catalog);
    app.services.catalog.current = () => {
      throw new Error("SELECT secret FROM /srv/needledrop");
    };
    await app.startJobs();
    const next = receiver.next();
    await app.time.pass(MINUTE_MS);
    expect(app.core.db.orm.select().from(executions).all()).toMatchObject([
      { status: "failed", errorCode: "internal_error" },
    ]);
    const document: Document = JSON.parse((await next).body);
    expect(document.data.id).toBe(accepted.data.id);
    expect(JSON.stringify(document)).not.toContain("secret");
    app.services.catalog.current = current;
    const metrics = await app.ask("/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(await metrics.text()).toContain('needledrop_searches_total{outcome="failed"} 1');
  });

  test("the ledger has a row per execution and per cache hit, and none for a joined request", async () => {
    await submit({ query: "calm piano" });
    await submit({ query: "calm piano" });
    await app.startJobs();
    await webhook();
    await submit({ query: "calm piano" });
    expect(ledgerRows()).toMatchObject([
      { tier: "text", billed: true },
      { tier: "cached", billed: false },
    ]);
  });

  test("an answer in an unknown format is not a cache hit, and not found", async () => {
    const { document } = await submit({ query: "calm piano" });
    await app.startJobs();
    await webhook();
    app.core.db.orm.update(answers).set({ answer: '{"brief":"of another version"}' }).run();
    expect((await fetchResult(document.data.id)).status).toBe(404);
    const again = await submit({ query: "calm piano" });
    expect(again.status).toBe(202);
    expect(again.document.data.id).toBe(document.data.id);
    expect((await webhook()).document.data.attributes["status"]).toBe("completed");
  });

  test("before any import a search completes with no songs and says so", async () => {
    const empty = await HttpApp.create({ settings: { "callback-allow": "127.0.0.1" } });
    try {
      const { token } = empty.key();
      const accepted: Document = JSON.parse(
        await (await empty.submit(token, { query: "calm", callback_url: "https://127.0.0.1:1/" })).text(),
      );
      await empty.startJobs();
      const result: Document = JSON.parse(
        await (await empty.ask(`/v1/supervisor/search/${accepted.data.id}`, { token })).text(),
      );
      expect(result.data.attributes).toMatchObject({ status: "completed", catalog_version: "empty" });
      expect(JSON.stringify(result.data.attributes["brief"])).toContain("nothing has been imported");
    } finally {
      await empty.close();
    }
  });

  function ledgerRows() {
    return app.core.db.orm.select().from(ledger).orderBy(ledger.id).all();
  }
});
