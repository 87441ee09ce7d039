/*
 * For every catalog and brief:
 * 1. a song that is known to break a constraint is never returned;
 * 2. a song with an unknown verdict never comes above one that meets the constraint;
 * 3. stems decide nothing and are never put forward; neither is a version without media or one that breaks a constraint;
 * 4. scores are between 0 and 1 and never rise down the list, and no song is in it twice;
 * 5. a song without evidence for it is never returned.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { SongDocument, Vocals } from "../../schema/song.ts";
import { anyCatalog } from "./any-catalog.ts";
import { search } from "./support.ts";

type State = "met" | "unknown" | "failed";
type Judge = (song: SongDocument) => State;

const decided = <Value>(value: Value | null, holds: (value: Value) => boolean): State =>
  value === null ? "unknown" : holds(value) ? "met" : "failed";

/** A naive judge: the verdict of the best full version. */
const byVersion =
  (holds: (vocals: Vocals) => boolean): Judge =>
  (one) => {
    const versions = one.audioFiles.filter((file) => !file.stem).map((file) => decided(file.vocals, holds));
    if (versions.includes("met")) return "met";
    return versions.length === 0 || versions.includes("unknown") ? "unknown" : "failed";
  };

const yearOf = (one: SongDocument): number | null =>
  one.releasedAt === null ? null : new Date(one.releasedAt * 1000).getUTCFullYear();

/** A naive judge of keys as the generated songs spell them: C# and Db are one, 8A is A minor. */
const keyed =
  (tonic: string | null, mode: string | null): Judge =>
  (one) => {
    const known = one.keyName === "8A" ? ["A", "minor"] : [one.keyName.replace("Db", "C#"), one.keyMode];
    const states = [
      decided(known[0] || null, (name) => name === tonic),
      decided(known[1] || null, (is) => is === mode),
    ];
    const asked = new Set(states.filter((_, at) => [tonic, mode][at] !== null));
    if (asked.has("failed")) return "failed";
    return asked.has("unknown") ? "unknown" : "met";
  };

/** A naive judge of length: the verdict of the best full version. */
const byLength =
  (holds: (seconds: number) => boolean): Judge =>
  (one) => {
    const versions = one.audioFiles.filter((file) => !file.stem).map((file) => decided(file.duration, holds));
    if (versions.includes("met")) return "met";
    return versions.length === 0 || versions.includes("unknown") ? "unknown" : "failed";
  };

const within = (one: SongDocument, name: string): boolean =>
  (one.publicPlaylists ?? []).some((playlist) => playlist.name === name);

const withoutTag =
  (facet: "genre" | "instrument", name: string): Judge =>
  ({ tags }) =>
    tags[facet].includes(name) ? "failed" : tags[facet].length > 0 ? "met" : "unknown";

const CASES: readonly (readonly [query: string, judge: Judge])[] = [
  ["tense piano, no vocals", byVersion((vocals) => vocals === "none")],
  ["dark, instrumental", byVersion((vocals) => vocals !== "lead")],
  ["happy, female vocals", byVersion((vocals) => vocals === "lead")],
  ["no vocals", byVersion((vocals) => vocals === "none")],
  ["calm, clean lyrics", (one) => decided(one.explicit, (explicit) => !explicit)],
  ["tense, 100 to 120 bpm", (one) => decided(one.bpm, (bpm) => bpm >= 100 && bpm <= 120)],
  ["happy, under 100 bpm", (one) => decided(one.bpm, (bpm) => bpm <= 100)],
  ["dark, high energy", (one) => decided(one.energy, (energy) => energy === "high")],
  ["calm, released after 1999", (one) => decided(yearOf(one), (year) => year >= 2000)],
  ["tense, 70 or 140 bpm", (one) => decided(one.bpm, (bpm) => Math.abs(bpm - 70) <= 2 || Math.abs(bpm - 140) <= 2)],
  ["calm, 140 bpm half-time", (one) => decided(one.bpm, (bpm) => Math.abs(bpm - 140) <= 2 || Math.abs(bpm - 70) <= 1)],
  ["dark, slower than 90", (one) => decided(one.bpm, (bpm) => bpm <= 90)],
  ["tense, in C minor", keyed("C", "minor")],
  ["happy, in C# major", keyed("C#", "major")],
  ["calm, in a minor key", keyed(null, "minor")],
  ["dark, key of C", keyed("C", null)],
  ["in A minor", keyed("A", "minor")],
  ["calm, under 2 minutes", byLength((seconds) => seconds <= 120)],
  ["tense, from the playlist Night Drive", (one) => (within(one, "Night Drive") ? "met" : "failed")],
  ["dark, not from the playlist Trailer Cuts", (one) => (within(one, "Trailer Cuts") ? "failed" : "met")],
  ["tense, no piano", withoutTag("instrument", "piano")],
  ["calm, no rap", withoutTag("genre", "rap")],
  ["tense with stems", (one) => (one.hasStems ? "met" : "failed")],
];

const PARTS: readonly (readonly [words: string, judge: Judge])[] = [
  ["no vocals", byVersion((vocals) => vocals === "none")],
  ["clean lyrics", (one) => decided(one.explicit, (explicit) => !explicit)],
  ["100 to 140 bpm", (one) => decided(one.bpm, (bpm) => bpm >= 100 && bpm <= 140)],
  ["in a minor key", keyed(null, "minor")],
  ["released after 1999", (one) => decided(yearOf(one), (year) => year >= 2000)],
  ["from the playlist Night Drive", (one) => (within(one, "Night Drive") ? "met" : "failed")],
  ["with stems", (one) => (one.hasStems ? "met" : "failed")],
  ["no piano", withoutTag("instrument", "piano")],
];

describe("a constraint", () => {
  for (const [query, judge] of CASES) {
    test(`"${query}" is met, and a doubtful song never comes above one that meets it`, () => {
      fc.assert(
        fc.property(anyCatalog, (songs) => {
          const states = search(songs, query).hits.map((hit) => judge(find(songs, hit.songId)));
          expect(states).not.toContain("failed");
          expect(states).toEqual([
            ...states.filter((state) => state === "met"),
            ...states.filter((state) => state === "unknown"),
          ]);
        }),
        { numRuns: 30 },
      );
    });
  }

  test("has its verdict in each hit", () => {
    fc.assert(
      fc.property(anyCatalog, (songs) => {
        const judge = byVersion((vocals) => vocals === "none");
        for (const hit of search(songs, "tense, no vocals").hits) {
          expect(hit.verdicts).toEqual([
            { constraint: "no vocals", verdict: judge(find(songs, hit.songId)) === "met" ? "met" : "unknown" },
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("is met by the file put forward, which is a full version with media", () => {
    fc.assert(
      fc.property(anyCatalog, (songs) => {
        for (const hit of search(songs, "tense dark happy calm, no vocals, under 2 minutes").hits) {
          if (hit.audioFileId === null) continue;
          const file = find(songs, hit.songId).audioFiles.find((one) => one.id === hit.audioFileId);
          expect(file).toMatchObject({ stem: false, hasMedia: true });
          expect(file?.vocals ?? "none").toBe("none");
          expect(file?.duration ?? 0).toBeLessThanOrEqual(120);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("several constraints", () => {
  test("are all met by every song of the answer", () => {
    const briefs = fc
      .subarray([...PARTS], { minLength: 1, maxLength: 4 })
      .map((parts) => ({ query: ["tense dark piano", ...parts.map(([words]) => words)].join(", "), parts }));
    fc.assert(
      fc.property(anyCatalog, briefs, (songs, { query, parts }) => {
        for (const hit of search(songs, query).hits) {
          const one = find(songs, hit.songId);
          expect(parts.map(([, judge]) => judge(one))).not.toContain("failed");
          expect(hit.verdicts.map(({ verdict }) => verdict)).not.toContain("failed");
          expect(hit.verdicts.length).toBe(parts.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("rank a song that meets them all above every song with an unknown verdict", () => {
    fc.assert(
      fc.property(anyCatalog, (songs) => {
        const { hits } = search(songs, "tense dark piano, no vocals, clean lyrics, in a minor key, under 130 bpm");
        const doubtful = hits.map((hit) => hit.verdicts.some(({ verdict }) => verdict === "unknown"));
        expect(doubtful).toEqual(doubtful.toSorted((a, b) => Number(a) - Number(b)));
      }),
      { numRuns: 100 },
    );
  });
});

describe("an answer", () => {
  test("has falling scores between 0 and 1, and each song once", () => {
    fc.assert(
      fc.property(
        anyCatalog,
        fc.constantFrom(...CASES.map(([query]) => query), "piano", "dark but not tense"),
        (songs, query) => {
          const { hits } = search(songs, query);
          const scores = hits.map((hit) => hit.score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
          expect(new Set(hits.map((hit) => hit.songId)).size).toBe(hits.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("has only songs with evidence for them", () => {
    fc.assert(
      fc.property(anyCatalog, (songs) => {
        for (const hit of search(songs, "piano").hits) {
          expect(find(songs, hit.songId).tags.instrument).toContain("piano");
          expect(hit.reasons.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function find(songs: readonly SongDocument[], id: string): SongDocument {
  const found = songs.find((one) => one.id === id);
  if (found === undefined) throw new Error(`a hit names no song: ${id}`);
  return found;
}
