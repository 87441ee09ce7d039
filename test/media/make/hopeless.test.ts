import { afterEach, beforeEach, expect, test } from "bun:test";
import { SqliteServiceDb } from "../../../src/db/sqlite-service-db.ts";
import { readHopeless } from "../../../src/media/make/hopeless.ts";
import { type MadeKind, type SongMedia, stemsFormOf } from "../../../src/media/make/make-task.ts";
import { joinedDigest } from "../../../src/media/make/sources.ts";
import { FAILURE_QUERIES, putMade } from "../../../src/media/make/store.ts";
import { newServiceDb } from "../../support/new-service-db.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const [A, B] = ["a".repeat(64), "b".repeat(64)] as const;
const MP3 = { kind: "mp3", source: `store:${A}.wav` } as const;

let db: SqliteServiceDb;
let another: SqliteServiceDb;
beforeEach(() => {
  db = newServiceDb(new TestFolder().to("needledrop.db"));
  another = SqliteServiceDb.open(db.path);
});
afterEach(() => {
  another.close();
  db.close();
});

const songOf = (...files: readonly { readonly digest: string; readonly stem: boolean }[]): SongMedia => ({
  id: "1",
  title: "Song",
  stemsPath: null,
  audioFiles: files.map(({ digest, stem }) => {
    return { id: digest, wavPath: `store:${digest}.wav`, mp3Path: null, description: digest, stem };
  }),
});
const hopelessIn = (song: SongMedia) =>
  db.read(readHopeless(db, { knownNameOf: (kind) => (kind === "watermarked" ? null : "1") }, [song]));
const fail = (digest: string, kind: MadeKind, recipe = "1") =>
  another.write((tx) => putMade(tx, { digest, kind, recipe }, { ref: null, error: "It holds no sound." }, 1));

test("a failure that another process has stored is known to the next document", async () => {
  const song = songOf({ digest: A, stem: false });
  expect((await hopelessIn(song))(MP3)).toBe(false);
  await fail(A, "mp3");
  const isHopeless = await hopelessIn(song);
  expect(isHopeless(MP3)).toBe(true);
  expect(isHopeless({ ...MP3, kind: "peaks" })).toBe(false);
});

test("failures of other sources, of other recipes, and of one whose mark is not known yet, do not count", async () => {
  await fail(B, "mp3");
  await fail(A, "mp3", "0");
  await fail(A, "watermarked");
  const isHopeless = await hopelessIn(songOf({ digest: A, stem: false }));
  expect([MP3, { ...MP3, kind: "watermarked" } as const].map(isHopeless)).toEqual([false, false]);
});

test("an archive can fail although its stems can be used", async () => {
  const song = songOf({ digest: A, stem: true }, { digest: B, stem: true });
  const form = stemsFormOf(song);
  if (form?.kind !== "made") throw new Error("The archive is made from the stems.");
  await fail(joinedDigest(form.task, [A, B]), "stems");
  const isHopeless = await hopelessIn(song);
  expect([form.task, MP3].map(isHopeless)).toEqual([true, false]);
});

test("failures are looked up by index", () => {
  const plans = [FAILURE_QUERIES.any, FAILURE_QUERIES.ofDigests.sqlite].map((sql) =>
    db.sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all(),
  );
  const details = plans.flat().map(({ detail }) => detail);
  expect(details.join("\n")).toMatch(/SEARCH media_made .*ref=\?[^]*SEARCH m USING .*digest=\?/);
  expect(details.join("\n")).not.toMatch(/SCAN m/);
});
