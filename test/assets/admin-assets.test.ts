import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_ANALYSIS } from "../../schema/wire/examples/asset.ts";
import { beginProcessing, recordResult } from "../../src/assets/store.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, type AdminEntry, askAdmin } from "../support/admin-app.ts";
import { HttpApp } from "../support/http-app.ts";
import { filmBytes, pictureBytes } from "../support/pictures-and-films.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** Long, because uploads are probed in processes, and the machine can be busy. */
setDefaultTimeout(60_000);

const ASSETS = "/v1/admin/assets";
const JOBS = "/v1/admin/jobs?filter%5Blane%5D=picture";
const UNKNOWN = "7f9c24e8-3b1a-4f0e-9d55-0c4f6a1b2c3d";

let app: HttpApp;
let key: CreatedKey;
beforeEach(() => open({}));
afterEach(() => app.close());

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  app = await HttpApp.create({ settings });
  key = app.key({ hasImages: true, hasVideo: true });
}

async function upload(bytes: Uint8Array<ArrayBuffer>, type = "image/jpeg", token = key.token): Promise<string> {
  const response = await app.upload(token, { bytes, type });
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(await response.text());
  return data.id;
}

const read = async (id: string): Promise<AdminEntry> => (await admin(app, "GET", `${ASSETS}/${id}`)).data;
const idsOf = async (query: string): Promise<readonly string[]> =>
  (await admin(app, "GET", `${ASSETS}?${encodeURI(query)}`)).list.map(({ id }) => id);
const originalOf = (id: string): string => join(app.core.config.dataDir, "uploads", "originals", id);
const fail = (id: string): Promise<boolean> =>
  app.core.db.write((tx) =>
    recordResult(tx, id, { status: "failed", processedAt: app.time.now(), analysis: null, error: "Unreadable." }),
  );

describe("GET /v1/admin/assets", () => {
  test("is 200 with uploads of all keys, the newest first, paged and filtered", async () => {
    const other = app.key({ hasImages: true });
    const picture = await upload(await pictureBytes());
    app.time.jump(1_000);
    const film = await upload(await filmBytes(), "video/mp4");
    app.time.jump(1_000);
    const theirs = await upload(await pictureBytes(), "image/jpeg", other.token);
    await fail(theirs);

    const first = await admin(app, "GET", `${ASSETS}?page%5Bsize%5D=2`);
    expect(first.list.map(({ id }) => id)).toEqual([theirs, film]);
    expect(first.list[1]?.attributes).toMatchObject({ key_name: "a studio", lane: "clip", position: 1 });
    expect((await admin(app, "GET", first.next ?? "")).list.map(({ id }) => id)).toEqual([picture]);

    expect(await idsOf(`filter[key]=${other.key.id}`)).toEqual([theirs]);
    expect(await idsOf("filter[kind]=video")).toEqual([film]);
    expect(await idsOf("filter[status]=failed")).toEqual([theirs]);
    const since = new Date(app.time.now()).toISOString();
    expect(await idsOf(`filter[from]=${since}`)).toEqual([theirs]);
    expect(await idsOf(`filter[to]=${since}&filter[kind]=image`)).toEqual([picture]);
    const newest = await admin(app, "GET", `${ASSETS}?page%5Bsize%5D=1`);
    const toFilm = `filter%5Bto%5D=${String(first.list[1]?.attributes["submitted_at"])}`;
    const earlier = await admin(app, "GET", `${newest.next}&${toFilm}`);
    expect(earlier.list.map(({ id }) => id)).toEqual([picture]);
  });

  test("is 400 with every mistake in the filters", async () => {
    const query = "filter%5Bkind%5D=sound&filter%5Bstatus%5D=lost&filter%5Bfrom%5D=soon&filter%5Bcolour%5D=red";
    const wrong = ["bad_parameter", "bad_parameter", "bad_parameter", "bad_parameter"] as const;
    await expectRefusals(await askAdmin(app, "GET", `${ASSETS}?${query}`), ...wrong);
  });

  test("reads an index for every filter", () => {
    const planOf = (where: string): string => {
      const sql = `EXPLAIN QUERY PLAN SELECT * FROM assets ${where} ORDER BY submitted_at DESC, id DESC LIMIT 26`;
      const rows = sqliteOf(app.core).sqlite.query<{ readonly detail: string }, []>(sql).all();
      return rows.map(({ detail }) => detail).join("; ");
    };
    expect(planOf("")).toContain("assets_by_time");
    expect(planOf("WHERE key_id = 'a'")).toContain("assets_by_key");
    expect(planOf("WHERE status = 'failed'")).toContain("assets_by_status");
    expect(planOf("WHERE submitted_at >= 5")).toContain("assets_by_time");
  });
});

describe("GET /v1/admin/assets/:id", () => {
  test("is 200 with what was seen", async () => {
    const id = await upload(await pictureBytes());
    expect((await read(id)).attributes).toMatchObject({ status: "pending", position: 1, can_retry: true });
    const analysis = JSON.stringify(EXAMPLE_ANALYSIS);
    const result = { status: "processed", processedAt: app.time.now(), analysis, error: null } as const;
    await app.core.db.write((tx) => recordResult(tx, id, result));
    const { attributes } = await read(id);
    expect(attributes).toMatchObject({ analysis: { kind: "image" }, error: null, position: null, can_retry: false });
    const [listed] = (await admin(app, "GET", ASSETS)).list;
    expect(listed?.attributes).not.toHaveProperty("analysis");
    await app.time.pass(31 * DAY_MS);
    expect((await read(id)).attributes).toMatchObject({ status: "expired" });
  });

  test("is 404 for an unknown id", async () => {
    for (const id of [UNKNOWN, "1"]) await expectRefusals(await askAdmin(app, "GET", `${ASSETS}/${id}`), "not_found");
  });
});

describe("POST /v1/admin/assets/:id/analysis", () => {
  test("is 202 and analyses a failed asset again whose original is kept", async () => {
    await app.close();
    await open({ originals: "keep" });
    const id = await upload(await pictureBytes());
    const [job] = (await admin(app, "GET", JOBS)).list;
    await admin(app, "POST", `/v1/admin/jobs/${job?.id}/cancel`);
    expect((await read(id)).attributes).toMatchObject({
      status: "failed",
      error: "The operator cancelled the analysis.",
      can_retry: true,
    });

    const { status, data } = await admin(app, "POST", `${ASSETS}/${id}/analysis`);
    expect([status, data.attributes["status"], data.attributes["error"]]).toEqual([202, "pending", null]);
    const waiting = (await admin(app, "GET", JOBS)).list;
    expect(waiting).toMatchObject([{ attributes: { kind: "analyse picture", key_id: key.key.id, attempts: 0 } }]);
    expect(readTrail(app.core.db).at(-1)).toMatchObject({
      action: "asset.analysed_again",
      objects: { asset: id },
      actor: { kind: "user", name: "admin token" },
    });
  });

  test("is 202 and makes the analysis of a waiting asset due, and 409 while it runs", async () => {
    const id = await upload(await pictureBytes());
    expect((await admin(app, "POST", `${ASSETS}/${id}/analysis`)).data.attributes["status"]).toBe("pending");
    expect((await admin(app, "GET", JOBS)).list).toHaveLength(1);
    await app.core.db.write((tx) => beginProcessing(tx, id));
    await expectRefusals(await askAdmin(app, "POST", `${ASSETS}/${id}/analysis`), "conflict");
  });

  test("is 409 for a failed asset whose original is gone", async () => {
    const id = await upload(await pictureBytes());
    await fail(id);
    expect((await read(id)).attributes["can_retry"]).toBe(false);
    const response = await askAdmin(app, "POST", `${ASSETS}/${id}/analysis`);
    expect(await response.clone().text()).toContain("is not kept");
    await expectRefusals(response, "conflict");
    await expectRefusals(await askAdmin(app, "POST", `${ASSETS}/${UNKNOWN}/analysis`), "not_found");
  });
});

describe("DELETE /v1/admin/assets/:id", () => {
  test("is 204, removes the original, and is in the audit trail", async () => {
    const id = await upload(await pictureBytes());
    expect(existsSync(originalOf(id))).toBe(true);
    expect((await askAdmin(app, "DELETE", `${ASSETS}/${id}`)).status).toBe(204);
    expect(existsSync(originalOf(id))).toBe(false);
    await expectRefusals(await askAdmin(app, "GET", `${ASSETS}/${id}`), "not_found");
    expect(readTrail(app.core.db).at(-1)).toMatchObject({ action: "asset.deleted", actor: { name: "admin token" } });
  });
});
