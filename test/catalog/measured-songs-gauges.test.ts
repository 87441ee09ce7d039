import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { recordFacts } from "../../src/audio/facts-store.ts";
import { putSource } from "../../src/audio/source-store.ts";
import { CatalogDb } from "../../src/catalog/catalog-db.ts";
import { measuredSongsGauges } from "../../src/catalog/measured-songs-gauges.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { Slices } from "../../src/lib/slices.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { wavBytes } from "../support/small-media.ts";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

const none = new AbortController().signal;

const gauges = () =>
  measuredSongsGauges({
    catalog: app.services.catalog,
    db: app.core.db,
    slices: new Slices({ sliceMs: 0, now: () => 0, pause: () => Promise.resolve() }),
    clock: { now: () => app.time.now() },
  });

/** Imports this many songs with one file each, and one song without audio. */
async function imported(count: number): Promise<void> {
  for (let id = 1; id <= count; id++) await app.file(`dump/w${id}.wav`, wavBytes(id));
  const songs = Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    title: `Song ${index + 1}`,
    audio_files: [{ id: `f${index + 1}`, wav: `w${index + 1}.wav` }],
  }));
  await app.import([...songs, { id: "silent", title: "No audio" }]);
}

async function measure(id: number): Promise<void> {
  await app.core.db.write(function* (tx) {
    const digest = String(id);
    yield* putSource(tx, { ref: `${app.folder}/dump/w${id}.wav`, byteSize: 1, modifiedAt: 1, digest });
    yield* recordFacts(tx, digest, { facts: audioFacts() }, app.time.now());
  });
}

/** Returns the two gauges: songs with audio, and measured songs. */
async function shown({ metrics }: ReturnType<typeof gauges>): Promise<readonly unknown[]> {
  return await Promise.all(metrics.map(async ({ collector }) => (await collector.get()).values[0]?.value));
}

describe("the gauges of measured songs", () => {
  test("count the live catalog in a duty, not when they are read", async () => {
    await imported(3);
    await measure(2);
    const counting = gauges();
    expect(await shown(counting)).toEqual([0, 0]);
    await counting.duty.run(none);
    expect(await shown(counting)).toEqual([3, 1]);
  });

  test("count again after a new measurement, at most once a minute", async () => {
    await imported(2);
    const counting = gauges();
    await counting.duty.run(none);
    await app.time.pass(1);
    await measure(1);
    await counting.duty.run(none);
    expect(await shown(counting)).toEqual([2, 0]);
    await app.time.pass(MINUTE_MS);
    await counting.duty.run(none);
    expect(await shown(counting)).toEqual([2, 1]);
  });

  test("read no song again while nothing has changed", async () => {
    await imported(2);
    const counting = gauges();
    await counting.duty.run(none);
    const reading = spyOn(CatalogDb.prototype, "unmeasuredFiles");
    try {
      await app.time.pass(5 * MINUTE_MS);
      await counting.duty.run(none);
      expect(reading).toHaveBeenCalledTimes(0);
      await measure(1);
      await counting.duty.run(none);
      expect(reading).toHaveBeenCalledTimes(1);
    } finally {
      reading.mockRestore();
    }
  });

  test("count a new generation at once, and keep the previous count until then", async () => {
    await imported(1);
    const counting = gauges();
    await counting.duty.run(none);
    await imported(3);
    expect(await shown(counting)).toEqual([1, 0]);
    await counting.duty.run(none);
    expect(await shown(counting)).toEqual([3, 0]);
  });

  test("keep the previous count if the server stops in the middle", async () => {
    await imported(1);
    const counting = gauges();
    await counting.duty.run(AbortSignal.abort());
    expect(await shown(counting)).toEqual([0, 0]);
  });

  test("are in /metrics", async () => {
    const response = await app.ask("/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    const text = await response.text();
    expect(text).toContain("\nneedledrop_catalog_songs_with_audio 0\n");
    expect(text).toContain("\nneedledrop_catalog_songs_measured 0\n");
  });
});
