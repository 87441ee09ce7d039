import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import * as fc from "fast-check";
import { ImportFailure } from "../../../src/catalog/import/failure.ts";
import { fuzzRuns, fuzzSeed } from "../../support/fuzz/fuzz-settings.ts";
import { hostileText, jsonTextOf } from "../../support/fuzz/hostile-values.ts";
import { mutatedJson } from "../../support/fuzz/mutate-json.ts";
import { mutatedBytes } from "../../support/fuzz/mutate-bytes.ts";
import { SMALL_CATALOG } from "../../support/small-catalog.ts";
import { xlsxBytes } from "../../support/small-sheet.ts";
import { CatalogFixture, jsonLines } from "./catalog-fixture.ts";

// A dump that was changed anywhere: the import ends, with a catalog or with a message for people, and what was live stays intact.

const FILES_OF_EACH_KIND = 12;
const TEST_MS = 24 * 3_600_000;
const ROWS = [
  ["id", "title", "artist", "genre", "bpm", "duration", "isrc", "released_at"],
  ["1", "Glass Harbour", "Ada Field", "ambient; electronic", 121, 183.2, "QZABC2400001", "2024-05-01"],
  ["2", "Tin Roof", "Bruno Lake", "folk", 90, 200, "", "2020"],
  ["3", 'Slow "Static"', "The Static", "=1+1", 118, 61, "", ""],
] as const;
const TABLE = ROWS.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")).join("\r\n");
const LINES = jsonLines(SMALL_CATALOG.dump);

let catalog: CatalogFixture;
let sheet: Uint8Array;
let seed: number;
beforeAll(async () => {
  catalog = await CatalogFixture.make();
  sheet = await xlsxBytes(ROWS);
  seed = fuzzSeed();
  await catalog.importLines([{ id: "first", title: "Always there" }]);
});
afterAll(() => catalog.remove());

/** Imports a file instead of the live catalog, and expects either its songs or the former ones. */
async function importAndCheck(name: string, content: string | Uint8Array): Promise<void> {
  const before = catalog.ids();
  const path = await catalog.write(name, content);
  const outcome = await catalog.importPaths([path], { replace: true }).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    if (!(outcome instanceof ImportFailure)) throw outcome;
    expect(outcome.message).not.toMatch(/\n {4}at |SQLITE|TypeError|RangeError/);
    expect(catalog.ids()).toEqual(before);
  }
  for (const id of catalog.ids()) expect(catalog.song(id)?.id).toBe(id);
  expect(integrityOfCatalogs()).toEqual(["ok"]);
  for (const line of await catalog.report()) expect(JSON.stringify(line)).not.toMatch(/\\n {4}at |SQLITE|TypeError/);
  expect(readdirSync(catalog.dataDir).filter((one) => /tmp|staging|partial/.test(one))).toEqual([]);
}

/** Checks every catalog on the disk; returns the different results. */
function integrityOfCatalogs(): readonly string[] {
  const folder = join(catalog.dataDir, "catalog");
  const results = readdirSync(folder).map((generation) => {
    const sqlite = new Database(join(folder, generation, "catalog.db"), { readonly: true });
    const row = sqlite.query<{ integrity_check: string }, []>("PRAGMA integrity_check").get();
    sqlite.close();
    return row?.integrity_check ?? "no result";
  });
  return [...new Set(results)];
}

describe("an import of changed bytes ends with a catalog or with a message:", () => {
  test.each<[string, () => Uint8Array]>([
    ["dump.jsonl", () => Buffer.from(LINES)],
    ["dump.csv", () => Buffer.from(TABLE)],
    ["dump.tsv", () => Buffer.from(TABLE.replaceAll(",", "\t"))],
    ["dump.xlsx", () => sheet],
    ["dump.jsonl.gz", () => gzipSync(LINES)],
    ["dump.csv.gz", () => gzipSync(TABLE)],
    ["dump.jsonl.zst", () => zstdCompressSync(Buffer.from(LINES))],
    ["a wrong name.xlsx", () => Buffer.from(LINES)],
    ["a wrong name.csv", () => sheet],
    ["a wrong name.jsonl", () => gzipSync(LINES)],
  ])(
    "%s",
    async (name, make) => {
      await fc.assert(
        fc.asyncProperty(mutatedBytes(make()), (bytes) => importAndCheck(name, bytes)),
        { seed, numRuns: fuzzRuns(FILES_OF_EACH_KIND), endOnFailure: true },
      );
    },
    TEST_MS,
  );
});

test(
  "an import of changed records ends with a catalog or with a message",
  async () => {
    const record = fc.oneof(...SMALL_CATALOG.dump.map((one) => mutatedJson(one).map(jsonTextOf)));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 30 }), (all) =>
        importAndCheck("records.jsonl", all.join("\n").toWellFormed()),
      ),
      { seed, numRuns: fuzzRuns(FILES_OF_EACH_KIND), endOnFailure: true },
    );
  },
  TEST_MS,
);

test(
  "an import of a table of hostile texts ends with a catalog or with a message",
  async () => {
    const cell = hostileText.map((text) => `"${text.replaceAll('"', '""')}"`);
    const row = fc.array(cell, { minLength: 1, maxLength: 8 }).map((cells) => cells.join(","));
    const heads = fc.constantFrom('"id","title","artist","bpm"', '"title"', '"__proto__","constructor","id"');
    await fc.assert(
      fc.asyncProperty(heads, fc.array(row, { maxLength: 20 }), (head, rows) =>
        importAndCheck("table.csv", [head, ...rows].join("\n").toWellFormed()),
      ),
      { seed, numRuns: fuzzRuns(FILES_OF_EACH_KIND), endOnFailure: true },
    );
  },
  TEST_MS,
);
