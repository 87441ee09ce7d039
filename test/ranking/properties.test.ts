/*
 * For every catalog and brief:
 * 1. No song of an answer breaks a constraint: constraints-hold.test.ts.
 * 2. Adding a wish drops no song that has the tags of all other wishes and no tag contrary to any wish.
 * 3. A song without tags contrary to a wish comes above the same song without one of the wished tags.
 * 4. Adding a constraint adds no song.
 * 5. The order in which songs are added to the index changes nothing.
 * 6. The kernel and plain TypeScript give the same ranking; kernel.test.ts and screen.test.ts test more of it.
 * 7. The same brief gives the same ranking again, and a smaller limit gives its beginning.
 * 8. Neither the score nor the band rises down the list.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Ranking } from "../../schema/brief.ts";
import type { SongDocument } from "../../schema/song.ts";
import { memoize } from "../../src/lib/memoize.ts";
import { indexMemory } from "../../src/ranking/kernel/index-memory.ts";
import { rank } from "../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import { tagKey } from "../../src/text/keys.ts";
import { anyCatalog } from "./any-catalog.ts";
import { briefOf, ids, indexOf, packed, song } from "./support.ts";

const ALL = 100;

/** Moods, genres and instruments, many of them contrary to each other. */
const WISHES =
  "tense happy calm dark sad energetic jazz rock metal folk piano drums strings slow fast acoustic dreamy aggressive".split(
    " ",
  );
const PROMISES = ["no vocals", "instrumental", "clean lyrics", "100 to 120 bpm", "high energy", "under 2 minutes"];

const taggedCatalog = fc
  .array(fc.subarray(WISHES), { minLength: 1, maxLength: 28 })
  .map((songs) => songs.map((mood, at) => song({ id: `s${at}`, tags: { mood } })));
const anyWishes = fc.shuffledSubarray(WISHES, { minLength: 2, maxLength: 5 });

/** Wishes of which none is contrary to another. */
const compatibleWishes = anyWishes.map(withoutContraries).filter((wishes) => wishes.length > 1);

/** Wishes, the first of which is added later, and a catalog with a song that has the tags of all others. */
const metWishes = fc
  .tuple(compatibleWishes, taggedCatalog, fc.subarray(WISHES, { maxLength: 4 }))
  .map(([wishes, songs, more]) => {
    const [added = "", ...others] = wishes;
    const mood = withoutContraries([...new Set([...others, added, ...more])]).filter(
      (tag) => tag !== added || more.includes(added),
    );
    return { added, others, songs: [...songs, song({ id: "meeting", tags: { mood } })] };
  });

const anyBrief = fc
  .tuple(
    fc.subarray(["tense", "happy", "dark piano", "not calm", "a rap for christmas"], { minLength: 1 }),
    fc.subarray(PROMISES),
  )
  .map((parts) => parts.flat().join(", "));

function answer(index: RankingIndex, query: string, limit = ALL): Ranking {
  return rank(index, briefOf(query), { limit });
}

/** Leaves out each tag that is contrary to an earlier one, or an earlier one to it. */
function withoutContraries(tags: readonly string[]): string[] {
  const kept: string[] = [];
  for (const tag of tags) {
    const isContrary = kept.some(
      (other) => contrariesOf(other).includes(tagKey(tag)) || contrariesOf(tag).includes(tagKey(other)),
    );
    if (!isContrary) kept.push(tag);
  }
  return kept;
}

const contrariesOf = memoize((wish: string): readonly string[] => {
  const { wanted } = briefOf(wish);
  const contraries = wanted.flatMap(({ kin }) => kin.filter(({ weight }) => weight < 0));
  return contraries.map(({ name }) => tagKey(name));
});

/** Whether a song has a tag contrary to one of the wishes. */
function contradicts({ tags }: SongDocument, wishes: readonly string[]): boolean {
  const contraries = contrariesOf(wishes.join(", "));
  return tags.mood.some((tag) => contraries.includes(tagKey(tag)));
}

describe("a ranking", () => {
  test("2. keeps a song that meets all other wishes when a wish is added", () => {
    fc.assert(
      fc.property(metWishes, ({ songs, added, others }) => {
        const meeting = songs.filter(
          (one) => others.every((wish) => one.tags.mood.includes(wish)) && !contradicts(one, [added, ...others]),
        );
        const found = ids(answer(indexOf(songs), [...others, added].join(", ")));
        expect(found).toEqual(expect.arrayContaining(meeting.map(({ id }) => id)));
      }),
      { numRuns: 80 },
    );
  });

  test("3. puts a song above the same song without one of the wished tags", () => {
    fc.assert(
      fc.property(taggedCatalog, anyWishes, fc.subarray(WISHES, { maxLength: 4 }), (songs, wishes, more) => {
        const mood = [...new Set([...wishes, ...more])];
        const [left = ""] = wishes;
        const whole = song({ id: "whole", tags: { mood } });
        fc.pre(!contradicts(whole, wishes));
        const less = song({ id: "less", tags: { mood: mood.filter((tag) => tag !== left) } });
        const found = ids(answer(indexOf([...songs, less, whole]), wishes.join(", ")));
        expect(found).toContain("whole");
        if (found.includes("less")) expect(found.indexOf("whole")).toBeLessThan(found.indexOf("less"));
      }),
      { numRuns: 80 },
    );
  });

  test("4. has no further songs when a constraint is added", () => {
    fc.assert(
      fc.property(anyCatalog, fc.constantFrom(...PROMISES), (songs, promise) => {
        const index = indexOf(songs);
        const before = ids(answer(index, "tense, dark"));
        expect(before).toEqual(expect.arrayContaining(ids(answer(index, `tense, dark, ${promise}`))));
      }),
      { numRuns: 80 },
    );
  });

  test("5. is the same for every order in which songs are added", () => {
    const shuffled = anyCatalog.chain((songs) =>
      fc.tuple(fc.constant(songs), fc.shuffledSubarray(songs, { minLength: songs.length })),
    );
    fc.assert(
      fc.property(shuffled, anyBrief, ([songs, others], query) => {
        expect(answer(indexOf(others), query)).toEqual(answer(indexOf(songs), query));
      }),
      { numRuns: 50 },
    );
  });

  test("6. is the same with the kernel and with plain TypeScript", () => {
    fc.assert(
      fc.property(anyCatalog, anyBrief, (songs, query) => {
        const bytes = packed(songs);
        const memory = indexMemory(bytes.length);
        memory.bytes.set(bytes);
        const [kernel, plain] = [openIndex(memory), openIndex(bytes)];
        expect([kernel.scanner.kind, plain.scanner.kind]).toEqual(["WebAssembly", "TypeScript"]);
        expect(answer(kernel, query)).toEqual(answer(plain, query));
      }),
      // Each run has a WebAssembly memory of its own, which costs more than the ranking.
      { numRuns: 20 },
    );
  });

  test("7. is the same again, and begins like the answer to a smaller limit", () => {
    fc.assert(
      fc.property(anyCatalog, anyBrief, fc.integer({ min: 1, max: 40 }), (songs, query, limit) => {
        const index = indexOf(songs);
        const whole = answer(index, query);
        expect(answer(index, query)).toEqual(whole);
        expect(answer(index, query, limit).hits).toEqual(whole.hits.slice(0, limit));
      }),
      { numRuns: 50 },
    );
  });

  test("8. never has a song with a higher score or a better band below another", () => {
    const bands = ["possible", "good", "strong"];
    fc.assert(
      fc.property(anyCatalog, anyBrief, (songs, query) => {
        const { hits } = answer(indexOf(songs), query);
        hits.slice(1).forEach((hit, at) => {
          const above = hits[at];
          expect(hit.score).toBeLessThanOrEqual(above?.score ?? 1);
          expect(bands.indexOf(hit.band)).toBeLessThanOrEqual(bands.indexOf(above?.band ?? "strong"));
        });
      }),
      { numRuns: 80 },
    );
  });
});
