import { afterAll, beforeAll, expect, test } from "bun:test";
import { SongFactsDocument } from "../../schema/wire/song-facts.ts";
import { FACTS_VERSION } from "../../src/audio/measure-audio.ts";
import { HttpApp } from "../support/http-app.ts";
import { sqliteOf } from "../support/sqlite-of.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "./checked.ts";
import { expectRefusals } from "./error-document.ts";

let app: HttpApp;
let token: string;
beforeAll(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, media: "copy" });
  token = app.key().token;
});
afterAll(() => app.close());

test("200: says what the catalog has given, and what follows from tags", async () => {
  const given = await documentOf(SongFactsDocument, await app.ask("/v1/songs/1042/facts", { token }));
  expect(given.data.attributes).toMatchObject({
    bpm: { value: 121, source: "given", confidence: null },
    key: { value: "A minor", source: "given", confidence: null },
    energy: { value: "high", source: "given", confidence: null },
  });
  expect(given.data.attributes.files.map(({ id, stem, duration }) => [id, stem, duration])).toEqual([
    ["9001", false, { value: 183.2, source: "given" }],
    ["9002", true, { value: null, source: null }],
    ["9003", false, { value: null, source: null }],
  ]);
  const bare = await documentOf(SongFactsDocument, await app.ask("/v1/songs/4/facts", { token }));
  expect(bare.data.attributes).toMatchObject({
    bpm: { value: null, source: null },
    key: { value: "", source: null },
    energy: { source: "inferred" },
    files: [],
  });
});

test("200: says what was measured, with its confidence", async () => {
  const db = sqliteOf(app.core);
  const ref = app.services.catalog.current()?.db.songsByIds(["3"]).get("3")?.audioFiles[0]?.wavPath ?? "";
  const digest = /store:([0-9a-f]{64})/.exec(ref)?.[1] ?? "";
  const facts = {
    duration: 61.5,
    sample_rate: 44_100,
    channels: 2,
    loudness: -13.5,
    bpm: { value: 118.2, confidence: 0.95 },
    key: { name: "D", mode: "minor", confidence: 0.7 },
    energy: { value: "low", confidence: 0.6 },
  };
  db.sqlite.run("INSERT INTO media_facts (digest, version, facts, error, measured_at) VALUES (?, ?, ?, NULL, 1)", [
    digest,
    FACTS_VERSION,
    JSON.stringify(facts),
  ]);
  const { data } = await documentOf(SongFactsDocument, await app.ask("/v1/songs/3/facts", { token }));
  expect(data.attributes).toMatchObject({
    bpm: { value: 118, source: "given", confidence: null },
    key: { value: "D minor", source: "measured", confidence: 0.7 },
    energy: { value: "low", source: "measured", confidence: 0.6 },
    files: [{ duration: { value: 61.5, source: "measured" }, loudness: -13.5, sample_rate: 44_100, channels: 2 }],
  });
});

test("404: an unknown song", async () => {
  await expectRefusals(await app.ask("/v1/songs/unknown/facts", { token }), "not_found");
});
