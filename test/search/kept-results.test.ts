import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { SearchResult } from "../../schema/wire/search.ts";
import { recordFacts } from "../../src/audio/facts-store.ts";
import { putSource } from "../../src/audio/source-store.ts";
import { addRemovedSongs, deleteRemovedSongs } from "../../src/catalog/removed-songs-store.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { revokeKey, updateKey } from "../../src/keys/manage-keys.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "../http/checked.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

// Bodies of repeated answers are kept. Each test changes something that a result shows, after an answer that was kept.

/** No server listens at this address, because these tests concern HTTP responses only. */
const attributes = { query: "tense electronic synth", callback_url: "https://127.0.0.1:9/music" };
const SIGNED = /&token=[\w-]{43}&expires=\d{10}/g;

let app: HttpApp;
let another: SqliteServiceDb;
beforeAll(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "127.0.0.1" } });
  another = SqliteServiceDb.open(sqliteOf(app.core).path);
  await app.startJobs();
});
afterAll(async () => {
  another.close();
  await app.close();
});

type Result = Static<typeof SearchResult>;

async function searched(): Promise<{
  readonly id: string;
  readonly token: string;
  readonly ask: () => Promise<Result>;
}> {
  const { key, token } = app.key({ mode: "live" });
  await app.submit(token, attributes);
  await app.time.runDue();
  const ask = async (): Promise<Result> => await documentOf(SearchResult, await app.submit(token, attributes));
  await ask();
  return { id: key.id, token, ask };
}

const songOf = ({ included }: Result, id: string) =>
  included.find((one) => one.type === "songs" && one.id === id)?.attributes;
const fileOf = ({ included }: Result, id: string) =>
  included.find((one) => one.type === "audio_files" && one.id === id)?.attributes;
const changing = (db: SqliteServiceDb) => ({ db, clock: app.core.clock, newId: app.core.newId });

describe("an answer that is repeated", () => {
  test("has links that are signed anew, and is the same otherwise", async () => {
    const { ask } = await searched();
    const before = JSON.stringify(await ask());
    await app.time.pass(10_000);
    const after = JSON.stringify(await ask());
    expect(after.replaceAll(SIGNED, "")).toBe(before.replaceAll(SIGNED, ""));
    const links = (text: string): readonly string[] =>
      [...text.matchAll(/"(http[^"]+&token=[^"]+)"/g)].map(([, link = ""]) => link);
    expect(links(after).length).toBeGreaterThan(4);
    for (const [at, link] of links(after).entries()) {
      const expires = (url = ""): number => Number(new URL(url).searchParams.get("expires"));
      expect(expires(link)).toBe(expires(links(before)[at]) + 10);
      expect((await app.ask(link, { method: "HEAD" })).status).not.toBe(403);
    }
  });

  test("with a member that is unknown says so, and is the same otherwise", async () => {
    const { token, ask } = await searched();
    const expected = await ask();
    const warned = await (await app.submit(token, { ...attributes, mood: "tense" })).json();
    expect(warned).toEqual({
      ...expected,
      meta: { warnings: [expect.objectContaining({ source: { pointer: "/data/attributes/mood" } })] },
    });
  });

  test("shows a measurement", async () => {
    const { ask } = await searched();
    const file = fileOf(await ask(), "9002");
    expect(file).toMatchObject({ duration: null });
    const ref = `${app.folder}/dump/audio/1042-drums.wav`;
    await app.core.db.write((tx) => putSource(tx, { ref, byteSize: 1, modifiedAt: 1, digest: "9002" }));
    await ask();
    await app.core.db.write((tx) => recordFacts(tx, "9002", { facts: audioFacts({ duration: 42 }) }, app.time.now()));
    expect(fileOf(await ask(), "9002")).toMatchObject({ duration: 42 });
  });

  test("no longer lists a song that was taken down", async () => {
    const { ask } = await searched();
    expect(songOf(await ask(), "1042")).toBeDefined();
    await app.core.db.write((tx) => addRemovedSongs(tx, ["1042"], app.time.now()));
    await app.services.catalog.poll();
    expect(songOf(await ask(), "1042")).toBeUndefined();
    await app.core.db.write((tx) => deleteRemovedSongs(tx, ["1042"]));
    await app.services.catalog.poll();
    expect(songOf(await ask(), "1042")).toBeDefined();
  });

  test("shows what another process changed about its key", async () => {
    const { id, ask } = await searched();
    expect(songOf(await ask(), "1042")).toMatchObject({ playlist_ids: [12], stems: expect.any(String) });
    await updateKey(changing(another), id, { playlistIds: [31] });
    expect(songOf(await ask(), "1042")).toMatchObject({ playlist_ids: [12, 31] });
    await updateKey(changing(another), id, { mode: "trial" });
    expect(songOf(await ask(), "1042")).toMatchObject({ stems: null });
  });

  test("is refused at once when another process revokes its key", async () => {
    const { id, token } = await searched();
    await revokeKey(changing(another), id);
    expect((await app.submit(token, attributes)).status).toBe(401);
  });

  test("is billed to nobody and recorded each time", async () => {
    const { id, ask } = await searched();
    const count = (): unknown =>
      sqliteOf(app.core)
        .sqlite.query("select tier, billed, count(*) as hits from ledger where key_id = ? group by 1, 2 order by 1")
        .all(id);
    await ask();
    expect(count()).toEqual([
      { tier: "cached", billed: 0, hits: 2 },
      { tier: "text", billed: 1, hits: 1 },
    ]);
  });

  test("shows a new catalog", async () => {
    const { ask } = await searched();
    expect(songOf(await ask(), "1042")).toMatchObject({ title: "Glass Harbour" });
    await app.import(
      SMALL_CATALOG.dump.map((line) =>
        "id" in line && line.id === "1042" ? { ...line, title: "Clear Harbour" } : line,
      ),
    );
    expect(songOf(await ask(), "1042")).toMatchObject({ title: "Clear Harbour" });
  });
});
