import { describe, expect, test } from "bun:test";
import type { Brief, Ranking } from "../../schema/brief.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { rank, type TracedRanking } from "../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import { indexMemory } from "../../src/ranking/kernel/index-memory.ts";
import { similarToSound } from "../../src/ranking/similar-to-sound.ts";
import { heardSound } from "../support/heard-sounds.ts";
import { allOf, descriptorOf } from "../support/sound-descriptors.ts";
import { ids, indexOf, packed, song } from "./support.ts";

const KINDS = 12;
const WEIGHTS = { feel: 0.5, harmony: 1, rhythm: 1, instruments: 1 };

/** Three takes of each kind of sound: "a0" calm with drums, "a1" tense with piano, "a2" calm with nothing known. */
const songs = [
  ...Array.from({ length: 3 * KINDS }, (_, at) => {
    const [kind, take] = [at % KINDS, Math.floor(at / KINDS)];
    return song({
      id: `${String.fromCharCode(97 + kind)}${take}`,
      tags: {
        mood: [take === 1 ? "tense" : "calm"],
        instrument: take === 0 ? ["drums"] : take === 1 ? ["piano"] : [],
        genre: [`genre ${at}`],
      },
      descriptor: descriptorOf(allOf(kind), at).toBase64(),
    });
  }),
  song({ id: "unheard", tags: { mood: ["tense"], instrument: ["piano"] } }),
];
const index = indexOf(songs);

interface FoundOptions {
  readonly among?: RankingIndex;
  readonly limit?: number;
  readonly traces?: boolean;
  readonly weights?: typeof WEIGHTS;
}

function found(
  heard: readonly HeardSound[],
  query: string | null = null,
  { among = index, limit = 10, traces = false, weights = WEIGHTS }: FoundOptions = {},
): TracedRanking {
  const brief = { ...parseBrief({ query, context: null }), heard, soundWeights: weights };
  return rank(among, brief, { limit, traces });
}

function topOf(ranking: Ranking) {
  return ranking.hits[0];
}

describe("a search by sound alone", () => {
  test("finds the songs that sound like it first, and says what is alike", () => {
    const ranking = found([heardSound(allOf(3))]);
    expect(ids(ranking).slice(0, 3).toSorted()).toEqual(["d0", "d1", "d2"]);
    expect(topOf(ranking)).toMatchObject({
      band: "strong",
      reasons: ["similar rhythm, feel, harmony and instruments"],
    });
    expect(topOf(ranking)?.score).toBeGreaterThan(0.9);
    expect(ids(ranking)).not.toContain("unheard");
    expect(ranking.unserved).toEqual([]);
  });

  test("calls nothing strong that does not sound like it", () => {
    const ranking = found([heardSound(allOf(500))]);
    for (const { band, reasons } of ranking.hits) {
      expect(band).not.toBe("strong");
      expect(reasons.join()).not.toContain("rhythm, feel, harmony and instruments");
    }
    const partly = found([heardSound({ ...allOf(500), rhythm: 3 })]);
    const alike = partly.hits.filter(({ reasons }) => reasons.length > 0);
    expect(alike.map(({ songId }) => songId.charAt(0))).toContain("d");
    for (const { band } of partly.hits) expect(band).not.toBe("strong");
  });

  test("counts the facets by their weights, and names none that counts for nothing", () => {
    const mixed = heardSound({ ...allOf(500), rhythm: 3, instruments: 7 });
    const weighted = (weights: Partial<typeof WEIGHTS>): Ranking =>
      found([mixed], null, { weights: { feel: 0, harmony: 0, rhythm: 0, instruments: 0, ...weights } });
    expect(
      ids(weighted({ rhythm: 2 }))
        .slice(0, 3)
        .toSorted(),
    ).toEqual(["d0", "d1", "d2"]);
    expect(topOf(weighted({ rhythm: 2 }))).toMatchObject({ band: "strong", reasons: ["similar rhythm"] });
    expect(
      ids(weighted({ instruments: 0.5 }))
        .slice(0, 3)
        .toSorted(),
    ).toEqual(["h0", "h1", "h2"]);
  });

  test("is the same with the kernel and in plain TypeScript", () => {
    const bytes = packed(songs);
    const memory = indexMemory(bytes.length);
    memory.bytes.set(bytes);
    const kernel = openIndex(memory);
    expect(kernel.scanner.kind).toBe("WebAssembly");
    for (const query of [null, "calm piano", "no drums"])
      expect(found([heardSound(allOf(5))], query, { among: kernel })).toEqual(found([heardSound(allOf(5))], query));
  });

  test("of two sounds finds what is like both", () => {
    const both = ids(found([heardSound(allOf(1)), heardSound(allOf(7))])).slice(0, 6);
    expect(both.toSorted()).toEqual(["b0", "b1", "b2", "h0", "h1", "h2"]);
  });
});

describe("a search by sound and text", () => {
  test("orders by both: like this, but tense", () => {
    const ranking = found([heardSound(allOf(3))], "like this, but tense");
    expect(topOf(ranking)).toMatchObject({ songId: "d1", band: "strong" });
    expect(topOf(ranking)?.reasons[0]).toBe("similar rhythm, feel, harmony and instruments");
    expect(topOf(ranking)?.reasons.join()).toContain("tense");
  });

  test("keeps promises: without drums there is no song with drums", () => {
    const ranking = found([heardSound(allOf(3))], "like this, without drums", { limit: 40 });
    expect(topOf(ranking)?.songId).toBe("d1");
    expect(topOf(ranking)?.verdicts[0]).toMatchObject({ verdict: "met" });
    expect(ids(ranking).filter((id) => id.endsWith("0"))).toEqual([]);
    // Songs of which nothing is known come after those that comply.
    expect(ids(ranking).indexOf("d2")).toBeGreaterThan(ids(ranking).indexOf("d1"));
  });

  test("finds songs that meet the wishes and do not sound like it, with a lower band", () => {
    const ranking = found([heardSound(allOf(3))], "tense piano", { limit: 40 });
    const other = ranking.hits.find(({ songId }) => songId === "h1");
    expect(other?.band).not.toBe("strong");
    expect(ids(ranking)).toContain("unheard");
  });

  test("lowers what is avoided, without a wish", () => {
    const ranking = found([heardSound(allOf(3))], "less calm please");
    expect(topOf(ranking)?.songId).toBe("d1");
  });

  test("traces the part of the sound, so that the parts add up", () => {
    const { hits, traces } = found([heardSound(allOf(3))], "tense", { traces: true });
    const [trace] = traces;
    expect(trace?.parts).toContainEqual(expect.objectContaining({ kind: "move", rule: "sound" }));
    const points = trace?.parts.reduce((sum, part) => sum + part.points, 0) ?? 0;
    expect(points / (trace?.whole ?? 1)).toBeCloseTo(hits[0]?.score ?? 0, 3);
  });
});

describe("liked songs with weights", () => {
  const like = (id: string) =>
    ({ role: "like", kind: "id", readings: [[id]], certain: true, isOnly: false, given: { title: id } }) as const;
  const likedBy = (liked: readonly string[], more: Partial<Brief> = {}): TracedRanking => {
    const brief = { ...parseBrief({ query: null, context: null }), mentions: liked.map(like), ...more };
    return rank(index, brief, { limit: 40 });
  };

  test("are compared by their sound, too, and are not returned themselves", () => {
    const ranking = likedBy(["d0"], { soundWeights: WEIGHTS });
    expect(ids(ranking).slice(0, 2).toSorted()).toEqual(["d1", "d2"]);
    expect(topOf(ranking)?.reasons[0]).toBe("similar rhythm, feel, harmony and instruments");
    expect(ids(ranking)).not.toContain("d0");
    expect(
      ids(likedBy(["d0"]))
        .slice(0, 2)
        .toSorted(),
    ).not.toEqual(["d1", "d2"]);
  });

  test("count by the weighed facets, each like the sound of a file", () => {
    const only = { feel: 0, harmony: 0, rhythm: 1, instruments: 0 };
    expect(topOf(likedBy(["d2"], { soundWeights: only }))?.reasons[0]).toBe("similar rhythm");
    const both = likedBy(["d0"], { soundWeights: WEIGHTS, heard: [heardSound(allOf(7))] });
    expect(topOf(both)?.songId).toBe("h0");
    expect(topOf(both)?.reasons.at(-1)).toBe("drums, calm: like d0");
    const alike = both.hits.filter(({ reasons }) => reasons[0]?.startsWith("similar"));
    expect(alike.map(({ songId }) => songId.charAt(0))).toContain("d");
  });

  test("of which one is not measured are reported, and the others count", () => {
    const ranking = likedBy(["unheard", "d0"], { soundWeights: WEIGHTS });
    expect(ranking.unserved).toEqual(["the sound of 'unheard' is not compared: it is not measured yet"]);
    expect(ids(ranking).slice(0, 3)).toContain("d1");
    const unheard = likedBy(["unheard"], { soundWeights: WEIGHTS });
    expect(unheard.unserved).toEqual(["the sound of 'unheard' is not compared: it is not measured yet"]);
    expect(unheard.hits).toEqual(likedBy(["unheard"]).hits);
  });
});

describe("a sound that cannot be compared", () => {
  const silent = { ...heardSound(allOf(3)), descriptions: [] };

  test("is said to be so, and the text decides", () => {
    const ranking = found([silent], "tense");
    expect(ranking.unserved[0]).toBe(
      "the sound is too short or too quiet to be compared, or the film has none: it is not searched by",
    );
    expect(topOf(ranking)?.songId).toMatch(/1$|unheard/);
    expect(found([silent]).hits).toEqual([]);
  });

  test("is any in a catalog that is not measured", () => {
    const unmeasured = indexOf(songs.slice(0, 5));
    const ranking = found([heardSound(allOf(3))], null, { among: unmeasured });
    expect(ranking.hits).toEqual([]);
    expect(ranking.unserved).toEqual(["the sound is not compared: too few songs of the catalog are measured yet"]);
    expect(similarToSound(unmeasured, heardSound(allOf(3)), { limit: 5, weights: WEIGHTS })).toBeNull();
  });

  test("finds nothing if a promise rules out every song that sounds like it", () => {
    const drums = indexOf(songs.filter(({ id }) => id.endsWith("0")));
    const ranking = found([heardSound(allOf(3))], "without drums", { among: drums });
    expect(ranking.hits).toEqual([]);
    expect(ranking.unserved.join()).toContain("no song that sounds like it meets '");
  });
});

test("songs similar to a sound are those that sound most like it, with the likeness by facet", () => {
  const hits = similarToSound(index, heardSound(allOf(6)), { limit: 4, weights: WEIGHTS }) ?? [];
  expect(
    hits
      .slice(0, 3)
      .map(({ songId }) => songId)
      .toSorted(),
  ).toEqual(["g0", "g1", "g2"]);
  expect(hits[0]?.sound?.rhythm).toBeGreaterThan(0.8);
  const byRhythm = { feel: 0, harmony: 0, rhythm: 1, instruments: 0 };
  const [first] = similarToSound(index, heardSound({ ...allOf(99), rhythm: 2 }), { limit: 1, weights: byRhythm }) ?? [];
  expect(first).toMatchObject({ songId: expect.stringMatching(/^c/), reasons: ["similar rhythm"] });
});
