import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CatalogDb } from "../../../src/catalog/catalog-db.ts";
import { currentGeneration } from "../../../src/catalog/generation.ts";
import { countFacets, FACET_NAMES } from "../../../src/catalog/listing/count-facets.ts";

import { harmonicKeys } from "../../../src/catalog/listing/harmonic-keys.ts";
import { keyCode, type ListingColumns, readColumns } from "../../../src/catalog/listing/listing-columns.ts";
import { parseListFilter } from "../../../src/catalog/listing/list-song-filter.ts";
import { filteredSets, songsInAll } from "../../../src/catalog/listing/matching-songs.ts";
import { COUNTED_MAX, SongListing } from "../../../src/catalog/listing/song-listing.ts";
import { songOrder, walk } from "../../../src/catalog/listing/song-order.ts";
import { SongSet } from "../../../src/catalog/listing/song-set.ts";
import { TitleText, titleWords } from "../../../src/catalog/listing/title-text.ts";
import type { MeasuredFacts } from "../../../src/catalog/measured.ts";
import { done, runNow } from "../../../src/db/work.ts";
import { Slices } from "../../../src/lib/slices.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { runSteps, type WaitingSteps } from "../../../src/lib/steps.ts";
import { CatalogFixture } from "../import/catalog-fixture.ts";

const SONGS = 6_000;
const GENRES = ["ambient", "folk", "techno", "jazz"];
/** At most this many songs are read in a step. */
const READ_PER_STEP = 250;
/** At most this many songs are sorted in a step. */
const SORTED_PER_STEP = 2_048;

// Marsaglia's xorshift, so that every run has the same songs.
let seed = 7;
const random = (below: number): number => {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
};

const dump = Array.from({ length: SONGS }, (_, index) => ({
  id: `s${index}`,
  title: `${["Blue", "Green", "Red", "Ärger"][random(4)]} ${["River", "Road", "Sky"][random(3)]} ${random(50)}`,
  bpm: random(10) === 0 ? undefined : 60 + random(120),
  tags: { genre: [GENRES[random(4)], GENRES[random(4)]] },
  audio_files: [{ id: `f${index}`, duration: random(5) === 0 ? undefined : 20 + random(300) }],
}));

const NOTHING_MEASURED: MeasuredFacts = { of: () => done(new Map()) };

let fixture: CatalogFixture;
let db: CatalogDb;
let columns: ListingColumns;
beforeAll(async () => {
  fixture = await CatalogFixture.make();
  await fixture.importLines(dump);
  const generation = runNow(currentGeneration(fixture.serviceDb));
  if (generation === null) throw new Error("nothing was imported");
  db = CatalogDb.open(fixture.dataDir, generation);
  columns = runNow(readColumns(db.listing, NOTHING_MEASURED));
});
afterAll(async () => {
  db.close();
  await fixture.remove();
});

function setOf(raw: Readonly<Record<string, string>>): SongSet {
  const parsed = parseListFilter(raw, 0);
  if (parsed.kind === "complaints") throw new Error(JSON.stringify(parsed.complaints));
  return songsInAll(columns.songs, runSteps(filteredSets(db.listing, columns, parsed.filter)));
}

/** Runs a computation and returns the number of its steps. */
function countSteps(steps: WaitingSteps<unknown>): number {
  for (let count = 1; ; count += 1) if (steps.next().done === true) return count;
}

describe("lists of thousands of songs", () => {
  test("have the songs that a check of every song finds", () => {
    const low = 100;
    const expected = dump.flatMap(({ bpm, tags, title }, at) =>
      bpm !== undefined && bpm >= low && tags.genre.includes("folk") && title.includes("Ärger") ? [at] : [],
    );
    expect(expected.length).toBeGreaterThan(100);
    expect([...setOf({ bpm: `${low}..200`, genre: "folk", title: "arg" }).ordinals()]).toEqual(expected);
  });

  test.each(["bpm", "duration", "title"] as const)("are sorted by %s like a simple sort", (field) => {
    const valueOf = (at: number): number | string | undefined => {
      const song = dump[at];
      if (field === "title") return titleWords(song?.title ?? "").join(" ");
      return field === "bpm" ? song?.bpm : song?.audio_files[0]?.duration;
    };
    const all = Array.from({ length: SONGS }, (_, at) => at);
    const known = all.filter((at) => valueOf(at) !== undefined);
    const unknown = all.filter((at) => valueOf(at) === undefined);
    const expected = known.toSorted((a, b) => {
      const [x = 0, y = 0] = [valueOf(a), valueOf(b)];
      return x < y ? -1 : x > y ? 1 : a - b;
    });
    const order = runSteps(songOrder(columns, field));
    expect([...walk(order, false)]).toEqual([...expected, ...unknown]);
    expect([...walk(order, true)]).toEqual([...expected.toReversed(), ...unknown]);
  });

  test("are read, sorted and counted in short steps", () => {
    const sets = runSteps(filteredSets(db.listing, columns, filterOf({ bpm: "60..120" })));
    const read = readColumns(db.listing, NOTHING_MEASURED);
    const counted = countFacets(db.listing, columns, { all: columns.songs, sets });
    expect(countSteps(read)).toBeGreaterThan(SONGS / READ_PER_STEP);
    expect(countSteps(songOrder(columns, "title"))).toBeGreaterThan(SONGS / SORTED_PER_STEP);
    // Each facet is at least one step, and each tag another.
    expect(countSteps(counted)).toBeGreaterThan(FACET_NAMES.length + GENRES.length);
  });
});

describe("facets", () => {
  /** Returns a listing of the catalog, and the number of slices that it took on the thread so far. */
  function countingListing(): { readonly listing: SongListing; readonly slices: () => number } {
    let taken = 0;
    const pause = async (): Promise<void> => void (taken += 1);
    const slices = new Slices({ sliceMs: 0, now: () => performance.now(), pause });
    const open = { db };
    const catalog = { current: () => open };
    const listing = new SongListing({ catalog, facts: NOTHING_MEASURED, slices, clock: systemClock });
    return { listing, slices: () => taken };
  }

  test("are counted once per filter, also by requests at the same time", async () => {
    const { listing, slices } = countingListing();
    const folk = filterOf({ genre: "folk" });
    const [all, few] = await Promise.all([listing.facets(filterOf({})), listing.facets(folk)]);
    const once = slices();
    const again = await Promise.all([listing.facets(filterOf({})), listing.facets(folk), listing.facets(folk)]);
    expect(slices()).toBe(once);
    expect(again).toEqual([all, few, few]);
    expect(all?.total).toBe(SONGS);
    expect(few?.total).toBeLessThan(SONGS);
  });

  test("leave out a song as soon as it is taken down, and have it again when it is put back", async () => {
    const { listing } = countingListing();
    const total = async (): Promise<number | undefined> => (await listing.facets(filterOf({})))?.total;
    expect(await total()).toBe(SONGS);
    db.hide(new Set(["s7"]));
    expect(await total()).toBe(SONGS - 1);
    db.hide(new Set());
    expect(await total()).toBe(SONGS);
  });

  test("of filters beyond the limit are counted again", async () => {
    const { listing, slices } = countingListing();
    const ask = (bpm: number): Promise<unknown> => listing.facets(filterOf({ bpm: `${bpm}` }));
    for (let bpm = 60; bpm <= 60 + COUNTED_MAX; bpm += 1) await ask(bpm);
    const before = slices();
    await ask(60 + COUNTED_MAX);
    expect(slices()).toBe(before);
    await ask(60);
    expect(slices()).toBeGreaterThan(before);
  });
});

function filterOf(raw: Readonly<Record<string, string>>) {
  const parsed = parseListFilter(raw, 0);
  if (parsed.kind === "complaints") throw new Error(JSON.stringify(parsed.complaints));
  return parsed.filter;
}

describe("a set of songs", () => {
  test("behaves like a set of numbers", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 199 }));
    fc.assert(
      fc.property(numbers, numbers, fc.integer({ min: 0, max: 220 }), (a, b, from) => {
        const ascending = (values: Iterable<number>): number[] => [...values].toSorted((x, y) => x - y);
        const one = SongSet.of(200, a);
        expect([...one.ordinals(from)]).toEqual(ascending(a.filter((value) => value >= from)));
        expect(one.count()).toBe(a.length);
        const both = one.copy();
        both.intersect(SongSet.of(200, b));
        expect([...both.ordinals()]).toEqual(ascending(a.filter((value) => b.includes(value))));
        one.remove(SongSet.of(200, b));
        expect([...one.ordinals()]).toEqual(ascending(a.filter((value) => !b.includes(value))));
      }),
    );
  });
});

describe("titles", () => {
  test("are found by the beginnings of their words, each once, also after gaps of ordinals", () => {
    const titles = new TitleText(9);
    titles.add(1, "Don't stop, don't");
    titles.add(4, "ÉTUDE nº 5");
    titles.add(5, "...");
    titles.add(8, "東京 Nights");
    expect([...titles.withWord("dont")]).toEqual([1]);
    expect([...titles.withWord("etu")]).toEqual([4]);
    expect([...titles.withWord("東")]).toEqual([8]);
    expect([...titles.withWord("ights")]).toEqual([]);
    expect([titles.hasWords(4), titles.hasWords(5), titles.hasWords(0)]).toEqual([true, false, false]);
  });
});

test("a key goes with its relative and its neighbours on the circle of fifths", () => {
  const codes = (...names: string[]): number[] => names.map((name) => keyCode(name, ""));
  expect(harmonicKeys({ tonic: 9, mode: "minor" })).toEqual(codes("A minor", "C major", "E minor", "D minor"));
  expect(harmonicKeys({ tonic: 0, mode: "major" })).toEqual(codes("C major", "A minor", "G major", "F major"));
  expect(harmonicKeys({ tonic: 6, mode: "major" })).toEqual(codes("F# major", "Eb minor", "Db major", "B major"));
});
