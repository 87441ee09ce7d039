import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { CatalogDocument } from "../../schema/wire/catalog-summary.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { expectRefusals } from "../http/error-document.ts";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

async function attributes(): Promise<unknown> {
  const response = await app.ask("/v1/catalog", { token: app.key().token });
  expect(response.status).toBe(200);
  const document: { readonly data: { readonly attributes: unknown } } = JSON.parse(await response.text());
  expect([...Value.Errors(CatalogDocument, document)]).toEqual([]);
  expect(document.data).toMatchObject({ type: "catalogs", links: { self: `${BASE_URL}/v1/catalog` } });
  return document.data.attributes;
}

const SONGS = [
  { id: "1", title: "One", artists: [{ id: "a", name: "Ada" }], tags: { genre: ["folk", "Folk"], mood: ["calm"] } },
  {
    id: "2",
    title: "Two",
    artists: [
      { id: "a", name: "Ada" },
      { id: "b", name: "Bo" },
    ],
    tags: { genre: ["jazz"] },
  },
];

test("200: an empty installation has zeros, and null for what it does not have", async () => {
  expect(await attributes()).toEqual({
    version: "empty",
    generation: null,
    imported_at: null,
    songs: 0,
    artists: 0,
    tags: { genre: 0, mood: 0, instrument: 0, characteristic: 0 },
  });
});

test("200: counts songs, artists and distinct tags, and follows the next import", async () => {
  await app.import(SONGS);
  const importedAt = new Date(app.time.now()).toISOString();
  const first = await attributes();
  expect(first).toMatchObject({ generation: 1, imported_at: importedAt, songs: 2, artists: 2 });
  expect(first).toHaveProperty("tags", { genre: 2, mood: 1, instrument: 0, characteristic: 0 });
  await app.import([...SONGS, { id: "3", title: "Three", tags: { instrument: ["oboe"] } }]);
  const second = await attributes();
  expect(second).toMatchObject({ generation: 2, songs: 3, tags: { instrument: 1 } });
  expect(second).not.toHaveProperty("version", Object(first).version);
});

test("503: a catalog whose file is gone, which is no failure of the service's own database", async () => {
  await app.import(SONGS);
  for (const file of ["", "-wal", "-shm"]) {
    rmSync(join(app.core.config.dataDir, "catalog", "gen-000001", `catalog.db${file}`), { force: true });
  }
  const response = await app.ask("/v1/catalog", { token: app.key().token });
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain(app.core.config.dataDir);
  const checks: { readonly meta: { readonly checks: readonly { readonly name: string; readonly ok: boolean }[] } } =
    JSON.parse(await (await app.ask("/readyz")).text());
  expect(checks.meta.checks.find(({ name }) => name === "database")?.ok).toBe(true);
});

test("401: without a key", async () => {
  await expectRefusals(await app.ask("/v1/catalog"), "unauthenticated");
});
