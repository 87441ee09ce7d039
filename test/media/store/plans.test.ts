import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { ORIGINS_OF_REFS } from "../../../src/catalog/import/audio/song-files-store.ts";
import { MEDIA_QUERIES } from "../../../src/media/store/source-store.ts";
import { SWEEP_QUERIES } from "../../../src/media/store/sweep-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const db = SqliteServiceDb.open(join(folder, "needledrop.db"));
afterAll(() => {
  db.close();
});

test.each(Object.entries({ ...MEDIA_QUERIES, originsOfRefs: ORIGINS_OF_REFS, ...SWEEP_QUERIES }))(
  "the query %s uses an index",
  (_name, query) => {
    const text = typeof query === "string" ? query : query.sqlite;
    const plan = db.sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text.replaceAll("?", "1")}`).all();
    const details = plan.map(({ detail }) => detail).filter((detail) => !detail.includes("VIRTUAL TABLE"));
    expect(details.join("; ")).toContain("USING");
    expect(details.filter((detail) => /^SCAN (?!(w|json_each)\b)|TEMP B-TREE/.test(detail))).toEqual([]);
  },
);
