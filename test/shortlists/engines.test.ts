import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { createKey } from "../../src/keys/manage-keys.ts";
import type { ApiKey } from "../../src/keys/key.ts";
import { randomId } from "../../src/lib/ids.ts";
import { Shortlists, type ShortlistsDeps } from "../../src/shortlists/shortlists.ts";
import { listShortlists } from "../../src/shortlists/store.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";

let db: OpenServiceDb;
let key: ApiKey;
let now = 0;
let shortlists: Shortlists;

describe.each(ENGINES)("shortlists on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
    const clock = { now: () => now };
    key = (await createKey({ db, clock, newId: randomId }, { name: "studio" })).key;
    const songsByIds = (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, { id, title: id, artists: [], audioFiles: [] }]));
    shortlists = new Shortlists({
      db,
      clock,
      newId: randomId,
      audit: new AuditTrail({ db, clock }),
      catalog: { current: () => ({ db: { songsByIds } }) },
    } as unknown as ShortlistsDeps);
  });

  afterEach(async () => {
    await db.close();
  });

  test("are listed the newest first, and keep the order of their songs", async () => {
    const caller = { key, requestId: "r" };
    now = 1;
    const older = await shortlists.create(caller, { name: "older" });
    now = 2;
    const newer = await shortlists.create(caller, { name: "newer" });
    for (const song of ["a", "b", "c"]) await shortlists.add(caller, older.row.id, { song_id: song });
    const { rows } = await shortlists.findWithEntries(caller, older.row.id);
    await shortlists.changeEntry(caller, older.row.id, rows[2]?.id ?? "", { position: 1 });
    await shortlists.removeEntry(caller, older.row.id, rows[0]?.id ?? "");
    const left = await shortlists.findWithEntries(caller, older.row.id);
    expect(left.rows.map(({ songId, position }) => [songId, position])).toEqual([
      ["c", 1],
      ["b", 2],
    ]);
    const list = (after: { createdAt: number; id: string } | null) =>
      db.read(listShortlists(db, key.id, { after, limit: 9 }));
    expect((await list(null)).map(({ row, entries }) => [row.name, entries])).toEqual([
      ["newer", 0],
      ["older", 2],
    ]);
    expect((await list(newer.row)).map(({ row }) => row.name)).toEqual(["older"]);
  });

  test("number the songs that are added at once", async () => {
    const caller = { key, requestId: "r" };
    const { row } = await shortlists.create(caller, { name: "list" });
    const songs = Array.from({ length: 10 }, (_, index) => `s${index % 8}`);
    await Promise.all(songs.map((song) => shortlists.add(caller, row.id, { song_id: song })));
    const { rows } = await shortlists.findWithEntries(caller, row.id);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(rows.map(({ songId }) => songId)).size).toBe(8);
  });
});
