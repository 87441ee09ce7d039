import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { makeAuthority } from "../support/certificates.ts";
import { ADMIN_TOKEN, HttpApp, type Logged } from "../support/http-app.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";
import { McpClient } from "../support/mcp-client.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** A picture is analysed in a process, on a machine that may be busy. */
setDefaultTimeout(60_000);

const MONITORING = join(import.meta.dir, "../../docs/monitoring");
const QUERY = "calm synth by the water";
/** It runs every minute. */
const SWEEP = "expire analyses";

interface Submitted {
  readonly requestId: string;
  readonly id: string;
  readonly status: number;
}

let app: HttpApp;
let receiver: HttpsReceiver;
let keyId: string;
let broken: { readonly requestId: string; readonly assetId: string };
let first: Submitted;
let joined: Submitted;
let cached: Submitted;
let failed: Submitted;
/** The last scrape. */
let metrics: string;
/** Lines of all scrapes: a lane has series only while it has jobs. */
let series: readonly string[];

beforeAll(async () => {
  const authority = await makeAuthority();
  const folder = temporaryFolder();
  await Bun.write(join(folder, "ca.pem"), authority.caPem);
  receiver = await HttpsReceiver.start({ authority });
  const settings = { "callback-allow": "127.0.0.1", "callback-ca": join(folder, "ca.pem") };
  app = await HttpApp.create({ ...SMALL_CATALOG, settings });
  const { key, token } = app.key({ hasImages: true });
  keyId = key.id;
  const submit = async (attributes: object): Promise<Submitted> => {
    const response = await app.submit(token, { callback_url: `${receiver.url}/hook`, ...attributes });
    const { data } = (await response.json()) as { readonly data: { readonly id: string } };
    return { requestId: response.headers.get("x-request-id") ?? "", id: data.id, status: response.status };
  };
  // Half a picture cannot be decoded, so its search fails.
  const bytes = await pictureBytes({ format: "png" });
  const uploaded = await app.upload(token, { bytes: bytes.slice(0, bytes.length / 2), type: "image/png" });
  const { data } = (await uploaded.json()) as { readonly data: { readonly id: string } };
  broken = { requestId: uploaded.headers.get("x-request-id") ?? "", assetId: data.id };
  receiver.answer({ kind: "status", status: 500 });
  failed = await submit({ asset_ids: [broken.assetId] });
  first = await submit({ query: QUERY });
  joined = await submit({ query: QUERY });
  const earlier = [await scrape()];
  await app.startJobs();
  await app.until(() => linesOf("a webhook was delivered").length > 0 && linesOf("search failed").length > 0);
  cached = await submit({ query: QUERY });
  const mcp = await McpClient.connect(app, token);
  await mcp.value("search_songs", { query: "tense synth for a harbour" });
  await mcp.close();
  // The webhook that was answered with 500 is sent again, and the sweeps run.
  sqliteOf(app.core).sqlite.run("insert into uploads (key_id, media_kind, accepted_at) values (?, 'image', 0)", [
    keyId,
  ]);
  earlier.push(await scrape());
  await app.services.background.find(({ name }) => name === "scheduler")?.start();
  await app.time.pass(MINUTE_MS);
  await app.until(() => linesOf("a webhook was delivered").length > 1);
  metrics = await scrape();
  series = [...earlier, metrics].join("\n").split("\n");
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

async function scrape(): Promise<string> {
  const response = await app.ask("/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  return await response.text();
}

function linesOf(message: string): readonly Logged["fields"][] {
  return app.logged.filter((line) => line.message === message).map(({ fields }) => fields);
}

function valueOf(name: string): number {
  const [, value = "none"] = new RegExp(`^${RegExp.escape(name)} (\\S+)$`, "m").exec(metrics) ?? [];
  return Number(value);
}

describe("the log", () => {
  test("has request, key, search, execution, job and webhook-id of a delivered search", () => {
    const completed = linesOf("search completed").find(({ searchId }) => searchId === first.id);
    const { executionId } = completed ?? {};
    expect(executionId).toBeString();
    const delivered = linesOf("a webhook was delivered").find(({ searchId }) => searchId === first.id);
    const ids = { requestId: first.requestId, keyId, searchId: first.id, executionId };
    expect(completed).toMatchObject(ids);
    expect(delivered).toMatchObject({ ...ids, deliveryId: `msg_${String(executionId)}`, outcome: "delivered" });
    expect(delivered?.["jobId"]).toBePositive();
  });

  test("has its own request for a joined and for a cached search, and no job", () => {
    expect([first.status, joined.status, cached.status]).toEqual([202, 202, 200]);
    const submitted = linesOf("search submitted").filter(({ searchId }) => searchId === first.id);
    const [enqueued] = submitted;
    expect(submitted).toMatchObject([
      { requestId: first.requestId, keyId, outcome: "enqueued" },
      { requestId: joined.requestId, keyId, outcome: "joined", executionId: enqueued?.["executionId"], jobId: null },
      { requestId: cached.requestId, keyId, outcome: "cached", jobId: null },
    ]);
    expect(enqueued?.["jobId"]).toBePositive();
    expect(new Set([first, joined, cached].map(({ requestId }) => requestId)).size).toBe(3);
  });

  test("has the key, the asset and the job of an analysis, and the code of a failed search", () => {
    const [upload] = linesOf("upload accepted");
    const [analysed] = linesOf("asset analysed");
    const { assetId, requestId } = broken;
    expect(upload).toMatchObject({ requestId, keyId, assetId });
    expect(analysed).toMatchObject({ keyId, assetId, jobId: upload?.["jobId"], kind: "image", status: "failed" });
    const [search] = linesOf("search failed");
    expect(search).toMatchObject({ requestId: failed.requestId, keyId, searchId: failed.id, code: "asset_failed" });
    expect(search?.["jobId"]).toBePositive();
    expect(search?.["executionId"]).toBeString();
  });

  test("follows a search of an MCP client", () => {
    const submitted = linesOf("search submitted").find(
      ({ searchId }) => ![first.id, failed.id].includes(String(searchId)),
    );
    const { requestId, searchId, executionId, jobId } = submitted ?? {};
    expect(submitted).toMatchObject({ keyId, outcome: "enqueued" });
    expect(linesOf("request").filter((line) => line["requestId"] === requestId)).toMatchObject([
      { path: "/mcp", keyId },
    ]);
    const completed = linesOf("search completed").filter((line) => line["searchId"] === searchId);
    expect(completed).toMatchObject([{ requestId, keyId, executionId, jobId }]);
  });
});

describe("the metrics", () => {
  test("count executions by tier and status", () => {
    expect(valueOf('needledrop_executions_total{tier="text",status="completed"}')).toBe(2);
    expect(valueOf('needledrop_executions_total{tier="image",status="failed"}')).toBe(1);
  });

  test("count the attempts of deliveries by outcome", () => {
    expect(valueOf('needledrop_delivery_attempts_total{outcome="http_status"}')).toBe(1);
    expect(valueOf('needledrop_delivery_attempts_total{outcome="delivered"}')).toBe(2);
  });

  test("have the time of the index and the free space of the disk", () => {
    const built = valueOf("needledrop_index_built_timestamp_seconds");
    // It is the time of a file, not of the test's clock.
    expect(Date.now() / SECOND_MS - built).toBeWithin(0, 600);
    const { bavail, bsize } = statfsSync(app.core.config.dataDir);
    // Others write to the same disk meanwhile.
    expect(valueOf("needledrop_disk_free_bytes") / (bavail * bsize)).toBeWithin(0.5, 2);
  });

  test("count and time the runs of a sweep, and what it removed", () => {
    const duty = `{duty="${SWEEP}"}`;
    expect(valueOf(`needledrop_duty_runs_total{duty="${SWEEP}",outcome="done"}`)).toBeGreaterThan(0);
    expect(valueOf(`needledrop_duty_removed_total${duty}`)).toBe(1);
    expect(valueOf(`needledrop_duty_seconds_total${duty}`)).toBeGreaterThan(0);
    expect(valueOf(`needledrop_duty_failures_in_a_row${duty}`)).toBe(0);
    const last = valueOf(`needledrop_duty_last_done_timestamp_seconds${duty}`);
    expect(app.time.now() / SECOND_MS - last).toBeWithin(0, 61);
  });

  test("have the values of labels that the dashboard and the alert rules name", () => {
    const texts = ["alerts.yml", "grafana-dashboard.json"].map((name) => readFileSync(join(MONITORING, name), "utf8"));
    const named = texts.flatMap((text) =>
      [...text.replaceAll('\\"', '"').matchAll(/(needledrop_\w+)\{([^}]*)\}/g)].flatMap(
        ([, metric = "", labels = ""]) =>
          [...labels.matchAll(/(\w+)(=~?|!=)"([^"$]+)"/g)].flatMap(([, label = "", , values = ""]) =>
            values.split("|").map((value) => ({ metric, label, value })),
          ),
      ),
    );
    expect(named.length).toBeGreaterThan(8);
    const unknown = named.filter(({ metric, label, value }) => !hasSeries(metric, label, value));
    // This server had no error and refused nothing.
    expect(unknown.filter(({ label, value }) => !(label === "status" && ["500", "503"].includes(value)))).toEqual([]);
  });
});

function hasSeries(metric: string, label: string, value: string): boolean {
  return series.some((line) => line.startsWith(`${metric}{`) && line.includes(`${label}="${value}"`));
}
