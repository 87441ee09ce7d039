import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { MEASURED_ARCS, type MeasuredArc } from "../../schema/song.ts";
import { type AudioFacts, CURVE_PARTS } from "../../schema/wire/audio-facts.ts";
import { recordFacts } from "../../src/audio/facts-store.ts";
import { putSource } from "../../src/audio/source-store.ts";
import { generationDir, indexPath } from "../../src/catalog/generation.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { reindex } from "../../src/catalog/reindex.ts";
import { arcTerm, UNKNOWN } from "../../src/ranking/packed-format.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import { audioFacts } from "../support/audio-facts.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { HttpApp } from "../support/http-app.ts";

let app: HttpApp;
let token: string;
beforeEach(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key().token;
});
afterEach(() => app.close());

async function measured(name: string, facts: Partial<AudioFacts> = {}): Promise<void> {
  const ref = `${app.folder}/dump/audio/${name}`;
  const digest = Bun.SHA256.hash(name, "hex");
  const { size, mtimeMs } = statSync(ref);
  await app.core.db.write(function* (tx) {
    yield* putSource(tx, { ref, byteSize: size, modifiedAt: Math.trunc(mtimeMs), digest });
    yield* recordFacts(tx, digest, { facts: audioFacts(facts) }, 1);
  });
}

async function answer<Document>(path: string): Promise<Document> {
  const response = await app.ask(path, { token });
  const document: Document = JSON.parse(await response.text());
  return document;
}

async function shown(id: string): Promise<{ readonly song: Record<string, unknown>; readonly durations: unknown }> {
  const document = await answer<{
    data: { attributes: Record<string, unknown> };
    included: { type: string; attributes: { duration: unknown } }[];
  }>(`/v1/songs/${id}`);
  const files = document.included.filter(({ type }) => type === "audio_files");
  return { song: document.data.attributes, durations: files.map(({ attributes }) => attributes.duration) };
}

describe("a song with missing fields", () => {
  test("shows the measurements of its full version", async () => {
    expect((await shown("3")).song).toMatchObject({ bpm: 118, key: { name: "", mode: "" } });
    await measured("static.flac");
    const { song, durations } = await shown("3");
    expect(song).toMatchObject({ bpm: 118, key: { name: "A", mode: "minor" }, energy: "high" });
    expect(durations).toEqual([183.25]);
  });

  test("does not show measurements of low confidence", async () => {
    await measured("static.flac", { key: { name: "A", mode: "minor", confidence: 0.45 }, energy: null });
    expect((await shown("3")).song).toMatchObject({ key: { name: "", mode: "" }, energy: "medium" });
  });

  test("shows every value of the catalog", async () => {
    await measured("1042.wav", {
      bpm: { value: 60, confidence: 0.95 },
      duration: 182.5,
      energy: { value: "low", confidence: 0.8 },
    });
    const { song, durations } = await shown("1042");
    expect(song).toMatchObject({ bpm: 121, key: { name: "A", mode: "minor" }, energy: "high" });
    expect(durations).toEqual([183.2, null]);
  });

  test("shows the measured length where the catalog's is wrong", async () => {
    await measured("1042.wav", { duration: 60.5, stated: 183.2 });
    expect((await shown("1042")).durations).toEqual([60.5, null]);
  });

  test("is filtered by the values that a response shows, after ten minutes at the latest", async () => {
    const idsInKey = async (): Promise<readonly string[]> => {
      const { data } = await answer<{ data: { id: string }[] }>("/v1/songs?filter%5Bkey%5D=A%20minor");
      return data.map(({ id }) => id);
    };
    expect(await idsInKey()).toEqual(["1042"]);
    await measured("static.flac");
    app.time.jump(10 * MINUTE_MS);
    // This request starts to read the values again.
    await idsInKey();
    await app.until(async () => (await idsInKey()).length > 1);
    expect(await idsInKey()).toEqual(["1042", "3"]);
  });
});

describe("the search index", () => {
  async function opened(): Promise<{ readonly index: RankingIndex }> {
    const { db, config } = app.core;
    const generation = await reindex(db, config.dataDir);
    const path = indexPath(generationDir(config.dataDir, generation?.number ?? 0));
    return { index: openIndex(await Bun.file(path).arrayBuffer()) };
  }

  /** The indexed fields of song 3, which has a tempo only. */
  async function indexed(): Promise<{
    readonly hasKey: boolean;
    readonly hasEnergy: boolean;
    readonly duration: number;
  }> {
    const { index } = await opened();
    const place = index.placeOf("3");
    const [file] = index.filesOf(place);
    const { keyTonic, energyGiven, fileDuration } = index.sections;
    return {
      hasKey: keyTonic[place] !== UNKNOWN,
      hasEnergy: energyGiven[place] !== UNKNOWN,
      duration: fileDuration[file] ?? 0,
    };
  }

  test("uses a measured duration and a key of high confidence; the energy stays unknown", async () => {
    expect(await indexed()).toEqual({ hasKey: false, hasEnergy: false, duration: Number.NaN });
    await measured("static.flac");
    expect(await indexed()).toEqual({ hasKey: true, hasEnergy: false, duration: 183.25 });
  });

  test("uses the measured length of a truncated file, not the length that the catalog states", async () => {
    await measured("1042.wav", { duration: 60.5 });
    const { index } = await opened();
    const [file] = index.filesOf(index.placeOf("1042"));
    expect(index.sections.fileDuration[file]).toBe(60.5);
  });

  test("ignores a key whose confidence suffices for display only", async () => {
    await measured("static.flac", { key: { name: "A", mode: "minor", confidence: 0.7 } });
    expect((await shown("3")).song).toMatchObject({ key: { name: "A", mode: "minor" } });
    expect(await indexed()).toMatchObject({ hasKey: false, duration: 183.25 });
  });

  test("has the arc of the measured curve of a song, even if the catalog has all other fields", async () => {
    const rise = Array.from({ length: CURVE_PARTS }, (_, part) => -30 + part);
    await measured("static.flac", { curve: rise });
    await measured("1042.wav", { curve: rise.toReversed() });
    const { index } = await opened();
    const songsWith = (arc: MeasuredArc): string[] =>
      ["3", "1042"].filter((id) => index.posting(index.term(arcTerm(arc)), index.placeOf(id)) !== null);
    expect(songsWith("rising")).toEqual(["3"]);
    expect(songsWith("falling")).toEqual(["1042"]);
  });

  test("has no arc of a curve that is not clear, or that an earlier version did not measure", async () => {
    await measured("static.flac", {
      curve: Array.from({ length: CURVE_PARTS }, (_, part) => (part % 2 === 0 ? -30 : -10)),
    });
    await measured("1042.wav");
    const { index } = await opened();
    expect(MEASURED_ARCS.map((arc) => index.term(arcTerm(arc)))).toEqual([-1, -1, -1, -1]);
  });

  test("has the same bytes from an import and from `reindex` with the same catalog and facts", async () => {
    await measured("static.flac");
    const { db, config } = app.core;
    const pathOf = (number: number): string => indexPath(generationDir(config.dataDir, number));
    const first = await reindex(db, config.dataDir);
    const before = await Bun.file(pathOf(first?.number ?? 0)).bytes();
    await app.import([...SMALL_CATALOG.dump, { id: "5", title: "One more" }]);
    await app.import(SMALL_CATALOG.dump);
    expect(await Bun.file(pathOf((first?.number ?? 0) + 2)).bytes()).toEqual(before);
  });
});
