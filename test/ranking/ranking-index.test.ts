import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FACETS, type SongDocument } from "../../schema/song.ts";
import { stem } from "../../src/text/stem.ts";
import { words } from "../../src/text/words.ts";
import { FIELD_WEIGHTS, impactOf, occurrenceWeight } from "../../src/ranking/field-weights.ts";
import { constraintJudge } from "../../src/ranking/constraint-judge.ts";
import { nameKey } from "../../src/text/keys.ts";
import { HEADER_BYTES, playlistTerm, UNKNOWN_YEAR, wordTerm } from "../../src/ranking/packed-format.ts";
import { planScan } from "../../src/ranking/plan.ts";
import { IndexFormatError, openIndex } from "../../src/ranking/ranking-index.ts";
import { soughtWord } from "../../src/ranking/rule.ts";
import { scan } from "../../src/ranking/scan.ts";
import { UNINDEXED_WORDS } from "../../src/ranking/term-dictionary.ts";
import { ids, indexOf, packed, search, song, version } from "./support.ts";

const WORDS = ["harbour", "glass", "night", "rain", "the", "running", "café", "lo-fi", "heart"];
const phrase = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((list) => list.join(" "));
const catalogs = fc
  .array(
    fc.record({
      title: phrase,
      description: phrase,
      lyrics: phrase,
      genre: fc.subarray(["jazz", "lo-fi", "night music"]),
    }),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((given) => given.map(({ genre, ...rest }, at) => song({ id: `s${at}`, tags: { genre }, ...rest })));

/** BM25F computed from the texts, without an index. */
function naiveImpact(one: SongDocument, sought: string): number {
  const fields = [
    ["title", words(one.title)],
    ["artist", one.artists.flatMap((artist) => words(artist.name))],
    ["tag", FACETS.flatMap((facet) => one.tags[facet].flatMap(words))],
    ["description", words(one.description).filter((word) => !UNINDEXED_WORDS.has(word))],
    ["lyrics", words(one.lyrics).filter((word) => !UNINDEXED_WORDS.has(word))],
  ] as const;
  let weight = 0;
  for (const [field, list] of fields) {
    const count = list.filter((word) => stem(word) === stem(sought)).length;
    weight += count * occurrenceWeight(FIELD_WEIGHTS[field], list.length);
  }
  return weight === 0 ? 0 : impactOf(weight);
}

describe("the index", () => {
  test("agrees with a naive oracle, song by song and in order", () => {
    fc.assert(
      fc.property(
        catalogs,
        fc.subarray(["harbour", "glass", "rain", "cafe", "lofi", "run"], { minLength: 1 }),
        (songs, sought) => {
          const index = indexOf(songs);
          const asks = sought.map((word, at) => ({
            weight: at + 1,
            share: 1,
            sought: soughtWord(word),
            terms: [{ term: index.term(wordTerm(stem(word))), part: 1, shows: "word" as const, name: word }].filter(
              ({ term }) => term >= 0,
            ),
          }));
          const plan = planScan(asks, index);
          const expected = songs
            .map((one) => ({
              id: one.id,
              score: plan.asks.reduce((sum, planned) => {
                const [first] = planned.terms;
                return sum + (first === undefined ? 0 : first.units * naiveImpact(one, first.term.name));
              }, 0),
            }))
            .filter(({ score }) => score > 0)
            .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
          const found = plan.asks.length === 0 ? [] : scan(index, plan, constraintJudge(index, []), 100).songs;
          expect(found.map(({ place, score }) => ({ id: index.songId(place), score }))).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("has the same bytes for every order of the songs", () => {
    fc.assert(
      fc.property(
        catalogs.chain((songs) =>
          fc.tuple(fc.constant(songs), fc.shuffledSubarray(songs, { minLength: songs.length })),
        ),
        ([songs, shuffled]) => {
          expect(Buffer.compare(packed(songs), packed(shuffled))).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("stores keys and playlists of songs unchanged, for any names", () => {
    const keys = [
      ["C#", "minor", 1, 1],
      ["Db", "Minor", 1, 1],
      ["B♭", "major", 10, 0],
      ["F sharp", "maj", 6, 0],
      ["Am", "", 9, 1],
      ["8B", "", 0, 0],
      ["E", "", 4, 255],
      ["", "minor", 255, 1],
      ["?", "dorian", 255, 255],
    ] as const;
    const given = fc.array(fc.record({ key: fc.constantFrom(...keys), playlists: fc.subarray([1, 2, 3]) }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(given, (songs) => {
        const index = indexOf(
          songs.map(({ key: [keyName, keyMode], playlists }, at) =>
            song({
              id: `s${at}`,
              keyName,
              keyMode,
              publicPlaylists: playlists.map((id) => ({ id, name: `List No ${id}` })),
            }),
          ),
        );
        songs.forEach(({ key: [, , tonic, mode], playlists }, at) => {
          const place = index.placeOf(`s${at}`);
          expect([index.sections.keyTonic[place], index.sections.keyMode[place]]).toEqual([tonic, mode]);
          for (const id of [1, 2, 3]) {
            for (const key of [nameKey(`list no. ${id}`), String(id)]) {
              const term = index.term(playlistTerm(key));
              expect(term >= 0 && index.posting(term, place) !== null).toBe(playlists.includes(id));
            }
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  test("returns everything that was added", () => {
    const index = indexOf([
      song({
        id: "b",
        artists: [{ id: "x", name: "Ada" }],
        bpm: 128.5,
        energy: "low",
        explicit: false,
        releasedAt: -1,
        hasStems: true,
        audioFiles: [
          version("f1", { duration: 61.5 }),
          version("f2", { stem: true }),
          version("f3", { vocals: "none" }),
        ],
      }),
      song({ id: "a" }),
    ]);
    expect([0, 1].map((place) => index.songId(place))).toEqual(["a", "b"]);
    expect(["a", "b", "c"].map((id) => index.placeOf(id))).toEqual([0, 1, -1]);
    expect(index.sections.bpm[1]).toBe(128.5);
    expect([...index.sections.releasedYear]).toEqual([UNKNOWN_YEAR, 1969]);
    const [from, to] = index.filesOf(1);
    expect([from, to]).toEqual([0, 2]);
    expect([index.fileId(0), index.fileId(1)]).toEqual(["f1", "f3"]);
  });

  test("shows the most frequent spelling of a tag, of equals the first", () => {
    const spelled = (...mood: string[]) => mood.map((name, at) => song({ id: `${name}${at}`, tags: { mood: [name] } }));
    const index = indexOf(spelled("hip hop", "Hip-Hop", "Hip-Hop", "dreamy", "Dreamy", "1930s"));
    expect(["hiphop", "dreamy", "1930s"].map((name) => index.tagName(index.tag(name)))).toEqual([
      "Hip-Hop",
      "Dreamy",
      "1930s",
    ]);
    expect(index.tagName(index.word("dreamy"))).toBeNull();
    expect(index.tagName(-1)).toBeNull();
  });

  test("opens from shared memory and from an unaligned offset", () => {
    const bytes = packed([song({ id: "a", title: "Glass Harbour" })]);
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const odd = new Uint8Array(bytes.length + 3).subarray(3);
    odd.set(bytes);
    const pooled = Buffer.alloc(bytes.length + 3).subarray(3);
    pooled.set(bytes);
    for (const form of [shared, odd, pooled, bytes.slice().buffer]) expect(openIndex(form).songId(0)).toBe("a");
  });

  test("opens without songs and finds nothing", () => {
    expect(ids(search([], "anything jazzy"))).toEqual([]);
  });

  test("distinguishes songs beyond the first block of 65,536", () => {
    const many = Array.from({ length: 65_600 }, (_, at) =>
      song({ id: String(at).padStart(6, "0"), title: at === 3 || at === 65_590 ? "Lanterns" : "Other", artists: [] }),
    );
    expect(ids(search(many, "lanterns"))).toEqual(["000003", "065590"]);
  });

  test("refuses the same song id twice", () => {
    expect(() => packed([song({ id: "a" }), song({ id: "a" })])).toThrow("once");
  });
});

describe("bytes that are not an index", () => {
  const whole = packed([song({ id: "a", title: "Glass Harbour", tags: { mood: ["tense"] } })]);

  test("are refused when truncated anywhere", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(() => openIndex(whole.slice(0, length))).toThrow(IndexFormatError);
      }),
    );
  });

  test("are refused when any one byte is damaged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = whole.slice();
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(() => openIndex(damaged)).toThrow(IndexFormatError);
      }),
      { numRuns: 500 },
    );
  });

  test("are refused when foreign, followed by more, or of another format", () => {
    const other = whole.slice();
    new DataView(other.buffer).setUint32(8, 999, true);
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(HEADER_BYTES),
      Buffer.concat([whole, Buffer.alloc(8)]),
      other,
    ]) {
      expect(() => openIndex(bytes)).toThrow(IndexFormatError);
    }
    expect(() => openIndex(other)).toThrow("format 999");
  });
});
