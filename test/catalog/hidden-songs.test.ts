import { afterEach, beforeEach, expect, test } from "bun:test";
import { addRemovedSongs, deleteRemovedSongs } from "../../src/catalog/removed-songs-store.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { HttpApp } from "../support/http-app.ts";

let app: HttpApp;
let token: string;
beforeEach(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key().token;
});
afterEach(() => app.close());

async function listed(): Promise<readonly string[]> {
  const { data }: { data: { id: string }[] } = JSON.parse(await (await app.ask("/v1/songs", { token })).text());
  return data.map(({ id }) => id);
}

test("a running server hides a removed song before the catalog is rewritten, and shows it again", async () => {
  const before = await listed();
  expect(before).toContain("1042");
  await app.core.db.write((tx) => addRemovedSongs(tx, ["1042"], 1));
  await app.services.catalog.poll();
  expect(await listed()).toEqual(before.filter((id) => id !== "1042"));
  expect((await app.ask("/v1/songs/1042", { token })).status).toBe(404);
  const db = app.services.catalog.current()?.db;
  expect([db?.audioFile("9001"), db?.songsByIds(["1042"]).size]).toEqual([null, 0]);
  await app.core.db.write((tx) => deleteRemovedSongs(tx, ["1042"]));
  await app.services.catalog.poll();
  expect(await listed()).toEqual(before);
});
