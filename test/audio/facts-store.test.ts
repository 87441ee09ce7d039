import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { mediaDescriptors, mediaFacts } from "../../schema/tables/service/media.ts";
import {
  countFacts,
  FACTS_QUERIES,
  FactsReader,
  lastMeasuredAt,
  recordFacts,
  recordLength,
} from "../../src/audio/facts-store.ts";
import { putSource } from "../../src/audio/source-store.ts";
import { FACTS_VERSION, FACTS_VERSION_MIN } from "../../src/audio/measure-audio.ts";
import { run } from "../../src/db/work.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { allOf, descriptorOf } from "../support/sound-descriptors.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { newServiceDb } from "../support/new-service-db.ts";

const DIGEST = "ab".repeat(32);
const OTHER = "cd".repeat(32);
let db: OpenServiceDb;

describe.each(ENGINES)("measured facts on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
  });

  afterEach(async () => {
    await db.close();
  });

  test("are found by a ref into the store, and by a path with a known digest", async () => {
    await db.write(function* (tx) {
      yield* recordFacts(tx, DIGEST, { facts: audioFacts() }, 1);
      yield* putSource(tx, { ref: "/music/a.wav", byteSize: 3, modifiedAt: 4, digest: DIGEST });
    });
    const refs = [`store:${DIGEST}.wav`, "/music/a.wav", "/music/b.wav", `store:${OTHER}.wav`];
    const found = await db.read(new FactsReader(db).of(refs));
    expect([...found.keys()].toSorted()).toEqual(["/music/a.wav", `store:${DIGEST}.wav`]);
    expect(found.get("/music/a.wav")).toEqual(audioFacts());
  });

  test("with a length only do not count as measured, and never replace others", async () => {
    const ref = `store:${DIGEST}.flac`;
    const reader = new FactsReader(db);
    await db.write((tx) => recordLength(tx, DIGEST, { duration: 5, stated: 10 }, 7));
    expect((await db.read(reader.of([ref]))).get(ref)).toMatchObject({ duration: 5, stated: 10, bpm: null });
    expect([...(await db.read(reader.missingOf([ref])))]).toEqual([ref]);
    expect(await db.read(countFacts(db))).toMatchObject({ measured: 0, failed: 0 });
    expect(await db.read(lastMeasuredAt(db))).toBeNull();
    await db.write((tx) => recordFacts(tx, DIGEST, { facts: audioFacts() }, 8));
    await db.write((tx) => recordLength(tx, DIGEST, { duration: 6 }, 9));
    expect((await db.read(reader.of([ref]))).get(ref)).toEqual(audioFacts());
    expect([...(await db.read(reader.missingOf([ref])))]).toEqual([]);
  });

  test("are missing until they are measured, and again when the method changes", async () => {
    const ref = `store:${DIGEST}.flac`;
    expect([...(await db.read(new FactsReader(db).missingOf([ref])))]).toEqual([ref]);
    expect([...(await db.read(new FactsReader(db).missingOf(["/music/a.wav"])))]).toEqual(["/music/a.wav"]);
    await db.write((tx) => recordFacts(tx, DIGEST, { facts: audioFacts() }, 1));
    expect([...(await db.read(new FactsReader(db).missingOf([ref])))]).toEqual([]);
    await db.write((tx) => run(tx.orm.update(mediaFacts).set({ version: FACTS_VERSION_MIN - 1 })));
    expect([...(await db.read(new FactsReader(db).missingOf([ref])))]).toEqual([ref]);
    expect((await db.read(new FactsReader(db).of([ref]))).size).toBe(1);
    // A failure of an older version is tried again: truncated files were failures.
    await db.write((tx) => run(tx.orm.update(mediaFacts).set({ version: FACTS_VERSION_MIN })));
    expect([...(await db.read(new FactsReader(db).missingOf([ref])))]).toEqual([]);
    await db.write((tx) => run(tx.orm.update(mediaFacts).set({ facts: null, error: "It is truncated." })));
    expect([...(await db.read(new FactsReader(db).missingOf([ref])))]).toEqual([ref]);
  });

  test("come with a descriptor; a file with an older one is measured again", async () => {
    const ref = `store:${DIGEST}.flac`;
    const descriptor = descriptorOf(allOf(1));
    await db.write((tx) => recordFacts(tx, DIGEST, { facts: audioFacts(), descriptor }, 1));
    const reader = new FactsReader(db);
    expect(new Uint8Array((await db.read(reader.descriptorsOf([ref, `store:${OTHER}.wav`]))).get(ref) ?? [])).toEqual(
      new Uint8Array(descriptor),
    );
    expect((await db.read(reader.descriptorsOf([]))).size).toBe(0);
    expect([...(await db.read(reader.missingOf([ref])))]).toEqual([]);
    await db.write((tx) => run(tx.orm.update(mediaDescriptors).set({ version: 0 })));
    expect([...(await db.read(reader.missingOf([ref])))]).toEqual([ref]);
    expect((await db.read(reader.descriptorsOf([ref]))).size).toBe(0);
    await db.write((tx) => run(tx.orm.delete(mediaDescriptors)));
    expect([...(await db.read(reader.missingOf([ref])))]).toEqual([ref]);
    // A short sound has none, which is known.
    await db.write((tx) => recordFacts(tx, DIGEST, { facts: audioFacts(), descriptor: null }, 2));
    expect([...(await db.read(reader.missingOf([ref])))]).toEqual([]);
    expect((await db.read(reader.descriptorsOf([ref]))).size).toBe(0);
  });

  test("of a file that cannot be measured are absent; its reason is counted, and it is not retried", async () => {
    const ref = `store:${DIGEST}.wav`;
    await db.write(function* (tx) {
      yield* recordFacts(tx, DIGEST, { error: "The file is empty." }, 1);
      yield* recordFacts(tx, OTHER, { facts: audioFacts() }, 1);
    });
    expect((await db.read(new FactsReader(db).of([ref]))).size).toBe(0);
    expect([...(await db.read(new FactsReader(db).missingOf([ref])))]).toEqual([]);
    const reasons = [{ error: "The file is empty.", files: 1 }];
    expect(await db.read(countFacts(db))).toEqual({ measured: 1, failed: 1, reasons });
  });

  test("of an unknown form count as missing", async () => {
    const row = { digest: DIGEST, version: FACTS_VERSION, facts: '{"tempo":1}', error: null, measuredAt: 1 };
    await db.write((tx) => run(tx.orm.insert(mediaFacts).values(row)));
    expect((await db.read(new FactsReader(db).of([`store:${DIGEST}.wav`]))).size).toBe(0);
  });
});

test("the facts are looked up by index", () => {
  const { sqlite } = newServiceDb(join(temporaryFolder(), "needledrop.db"));
  const plans = Object.values(FACTS_QUERIES).map((text) =>
    sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text.sqlite}`).all(),
  );
  expect(plans.map((plan) => plan.length > 0)).toEqual(plans.map(() => true));
  const details = plans.flat().map(({ detail }) => detail);
  expect(details.join("\n")).not.toMatch(/SCAN (s|f|d|media)/);
});
