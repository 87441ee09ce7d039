import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CatalogRuns } from "../../../src/catalog/admin/catalog-runs.ts";
import { RunFolder } from "../../../src/catalog/admin/run-folder.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { readTrail } from "../../audit/read-trail.ts";
import { expectRefusals } from "../../http/error-document.ts";
import { admin, type AdminEntry, askAdmin } from "../../support/admin-app.ts";
import { ADMIN_TOKEN, HttpApp } from "../../support/http-app.ts";

/** Long, because each run starts a process on a machine that can be busy. */
setDefaultTimeout(240_000);

const CATALOG = "/v1/admin/catalog";
const RUNS = `${CATALOG}/runs`;
const SONG = { id: "calm", title: "Low Tide", artists: [{ id: "a", name: "Ada Field" }] };
const LINES = `${JSON.stringify(SONG)}\n${JSON.stringify({ id: "untitled" })}\n`;

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

const POLL_MS = 20;

const wanted = (attributes: object) => ({ type: "catalog_runs", attributes });

/** Starts a run and waits for its end. */
async function run(attributes: object): Promise<AdminEntry> {
  const { data } = await admin(app, "POST", RUNS, wanted(attributes));
  return await ended(data.id);
}

/** Waits for the end of a run. */
async function ended(id: string): Promise<AdminEntry> {
  for (;;) {
    const { data } = await admin(app, "GET", `${RUNS}/${id}`);
    if (data.attributes["state"] !== "running") return data;
    // Real time passes for the child process.
    await Bun.sleep(POLL_MS);
  }
}

const catalogNow = async () => (await admin(app, "GET", CATALOG)).data.attributes;

async function upload(name: string, body: string): Promise<Response> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/octet-stream" };
  return await app.ask(`${CATALOG}/uploads?name=${encodeURIComponent(name)}`, { method: "POST", headers, body });
}

describe("POST /v1/admin/catalog/runs", () => {
  test("previews an import of the server's file, then imports it, goes back and takes a song down", async () => {
    const path = await app.file("first.jsonl", LINES);
    const preview = await run({ kind: "paths", paths: [path], dry_run: true });
    expect(preview.attributes).toMatchObject({
      state: "done",
      names: [path],
      started_by: "admin token",
      outcome: { counts: { added: 1, rejected: 1 } },
    });
    expect(await catalogNow()).toMatchObject({ generation: null, songs: 0, can_undo: false });

    const rejects = await admin(app, "GET", `${RUNS}/${preview.id}/rejects`);
    expect(rejects.list.map(({ attributes }) => attributes)).toMatchObject([{ file: path, line: 2, field: "title" }]);
    const report = await askAdmin(app, "GET", `${RUNS}/${preview.id}/report`);
    expect(report.headers.get("content-disposition")).toContain("attachment");
    expect(JSON.parse(await report.text())).toMatchObject({ line: 2, field: "title" });

    await run({ kind: "paths", paths: [path] });
    expect(await catalogNow()).toMatchObject({ generation: 1, songs: 1, can_undo: false });
    const trail = readTrail(app.core.db).at(-1);
    expect(trail).toMatchObject({ action: "catalog.imported", actor: { kind: "user", name: "admin token" } });

    const more = await app.file("second.jsonl", `${JSON.stringify({ id: "tense", title: "Glass Harbour" })}\n`);
    await run({ kind: "paths", paths: [more] });
    expect(await catalogNow()).toMatchObject({ generation: 2, songs: 2, can_undo: true });
    const undone = await run({ kind: "undo" });
    expect(undone.attributes).toMatchObject({ state: "done", outcome: { counts: null } });
    expect(await catalogNow()).toMatchObject({ songs: 1 });
    expect(readTrail(app.core.db).at(-1)?.action).toBe("catalog.undone");

    await run({ kind: "removal", song_ids: ["calm"] });
    expect(await catalogNow()).toMatchObject({ songs: 0, removed_songs: 1 });
    const removed = await admin(app, "GET", `${CATALOG}/removed-songs`);
    expect(removed.list.map(({ id }) => id)).toEqual(["calm"]);
    const restore = async (): Promise<Response> => await askAdmin(app, "DELETE", `${CATALOG}/removed-songs/calm`);
    const both = await Promise.all([restore(), restore()]);
    expect(both.map(({ status }) => status)).toEqual([204, 404]);
    expect(readTrail(app.core.db).at(-1)).toMatchObject({ action: "songs.restored", objects: { songs: ["calm"] } });
    await expectRefusals(await restore(), "not_found");

    const history = await admin(app, "GET", `${CATALOG}/history?page%5Bsize%5D=2`);
    expect(history.list.map(({ attributes }) => attributes["source"])).toEqual(["songs remove", "import --undo"]);
    const older = await admin(app, "GET", history.next ?? "");
    expect(older.list.map(({ attributes }) => attributes["added"])).toEqual([1, 1]);
    expect((await admin(app, "GET", RUNS)).list.length).toBe(5);
  });

  test("imports an uploaded dump", async () => {
    const response = await upload("../my catalog.jsonl", LINES);
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: AdminEntry };
    expect(data.attributes).toEqual({ name: "_my catalog.jsonl", bytes: LINES.length });
    const objects = { upload: data.id, bytes: LINES.length };
    const actor = { kind: "user", id: "admin token" };
    expect(readTrail(app.core.db)).toMatchObject([{ action: "dump.uploaded", objects, actor }]);
    const imported = await run({ kind: "upload", upload_id: data.id });
    expect(imported.attributes).toMatchObject({ state: "done", outcome: { counts: { added: 1 } } });
    const folder = join(app.core.config.dataDir, "imports", "uploads", data.id);
    expect(await readdir(folder)).toEqual(["_my catalog.jsonl"]);
  });

  test("is 202 for work that fails, and the run says why", async () => {
    const failed = await run({ kind: "undo" });
    expect(failed.attributes).toMatchObject({ state: "failed", outcome: null });
    expect(failed.attributes["failure"]).toMatch(/no former catalog/);
  });

  test("is 422 for a path that does not exist or is relative, and for members of another kind", async () => {
    for (const attributes of [
      { kind: "paths", paths: ["/nowhere/catalog.jsonl"] },
      { kind: "paths", paths: ["catalog.jsonl"] },
      { kind: "paths" },
      { kind: "undo", paths: ["/tmp"] },
      { kind: "upload", upload_id: "unknown" },
      { kind: "removal" },
      { kind: "else" },
    ]) {
      await expectRefusals(await askAdmin(app, "POST", RUNS, wanted(attributes)), "invalid_attribute");
    }
  });

  test("is 409 while another run is in progress, which can be cancelled", async () => {
    const path = await app.file("first.jsonl", LINES);
    const { data } = await admin(app, "POST", RUNS, wanted({ kind: "paths", paths: [path] }));
    await expectRefusals(await askAdmin(app, "POST", RUNS, wanted({ kind: "undo" })), "conflict");
    await admin(app, "POST", `${RUNS}/${data.id}/cancel`);
    expect((await ended(data.id)).attributes["state"]).toBe("cancelled");
    const objects = { run: data.id, kind: "paths" };
    expect(readTrail(app.core.db)).toMatchObject([{ action: "catalog.cancelled", objects, outcome: "done" }]);
    expect(await catalogNow()).toMatchObject({ generation: null });
    await expectRefusals(await askAdmin(app, "POST", `${RUNS}/${data.id}/cancel`), "conflict");
  });

  test("is 404 for an unknown run", async () => {
    for (const path of ["", "/rejects", "/report"]) {
      await expectRefusals(await askAdmin(app, "GET", `${RUNS}/unknown${path}`), "not_found");
    }
    await expectRefusals(await askAdmin(app, "POST", `${RUNS}/unknown/cancel`), "not_found");
  });
});

describe("POST /v1/admin/catalog/uploads", () => {
  test("is 400 without a name", async () => {
    await expectRefusals(await upload("", LINES), "bad_parameter");
  });
});

describe("the runs of an earlier server", () => {
  test("are kept, and one that did not end was interrupted", async () => {
    const folder = new RunFolder(app.core.config.dataDir);
    const parts = { folder, clock: app.time, log: silentLog, onChanged: async () => undefined };
    let count = 0;
    const newId = () => `0000000${(count += 1)}-0000-4000-8000-000000000000`;
    const endless = new CatalogRuns({ ...parts, newId, runWork: () => new Promise(() => undefined) });
    const by = { actor: { kind: "server" }, requestId: "1", name: "Kim" } as const;
    const undo = { kind: "undo", names: [], dryRun: false, replace: false, work: { kind: "undo" } } as const;
    await endless.start(undo, by);
    const next = new CatalogRuns({ ...parts, newId, runWork: () => Promise.reject(new Error("not now")) });
    await next.load();
    expect(next.list()).toMatchObject([{ kind: "undo", state: "interrupted", startedBy: "Kim" }]);
  });
});
