import { describe, expect, test } from "bun:test";
import { MEASURED_ARCS } from "../../../schema/song.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank, type TracedRanking } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song, type SongLike } from "../support.ts";

/** Equally good songs that differ in their measured arc only. */
const measured = (...more: readonly SongLike[]) => [
  song({ id: "unknown", tags: { mood: ["tense"] } }),
  ...MEASURED_ARCS.map((arc) => song({ id: arc, arc, tags: { mood: ["tense"] } })),
  ...more.map(song),
];

function traced(query: string): TracedRanking {
  return rank(indexOf(measured()), parseBrief({ query, context: null }), { limit: 25, traces: true });
}

describe("the arc rule", () => {
  test.each([
    ["tense, starts small, ends huge", "rising", "falling"],
    ["tense, fängt leise an und wird am Ende riesig", "rising", "falling"],
    ["tense, drops away to nothing at the end", "falling", "rising"],
    ["tense, rises and falls", "arch", "steady"],
    ["tense, same level throughout", "steady", "arch"],
  ])("puts the wanted measured arc first and the contrary one last, and cuts none: %s", (query, first, last) => {
    const order = ids(search(measured(), query));
    expect(order[0]).toBe(first);
    expect(order).toHaveLength(5);
    const contraries = order.slice(order.indexOf("unknown") + 1);
    expect(contraries).toContain(last);
  });

  test("lowers the refused arc and leaves the others", () => {
    const { hits } = search(measured(), "tense, doesn't build");
    expect(hits.at(-1)?.songId).toBe("rising");
    const scores = new Map(hits.map(({ songId, score }) => [songId, score]));
    expect(scores.get("steady")).toBe(scores.get("unknown") ?? -1);
  });

  test("prefers songs with a tag for the arc", () => {
    const tagged = { id: "tagged", tags: { mood: ["tense"], characteristic: ["diminuendo"] } };
    expect(
      ids(search(measured(tagged), "tense, winds down"))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(["falling", "tagged"]);
    const building = { id: "tagged", tags: { mood: ["tense"], characteristic: ["building"] } };
    expect(ids(search(measured(building), "tense, starts small, ends huge")).slice(0, 2)).toEqual(["tagged", "rising"]);
  });

  test("finds songs by their measured arc alone", () => {
    const songs = [song({ id: "a", arc: "falling" }), song({ id: "b", arc: "rising" }), song({ id: "c" })];
    expect(ids(search(songs, "drops away to nothing at the end"))).toEqual(["a"]);
  });

  test("matters less than what the client names", () => {
    const songs = [
      song({ id: "tense", arc: "falling", tags: { mood: ["tense"] } }),
      song({ id: "happy", arc: "rising", tags: { mood: ["happy"] } }),
    ];
    expect(ids(search(songs, "tense, starts small, ends huge"))[0]).toBe("tense");
  });

  test("changes nothing for a brief without an arc", () => {
    const scores = search(measured(), "tense").hits.map(({ score }) => score);
    expect(new Set(scores).size).toBe(1);
  });

  test("gives a reason for songs that develop as wanted, and for no others", () => {
    const reasons = new Map(search(measured(), "tense, slow burn").hits.map((hit) => [hit.songId, hit.reasons]));
    expect(reasons.get("rising")).toContain("builds throughout");
    for (const other of ["unknown", "falling", "arch", "steady"]) expect(reasons.get(other)).toEqual(["tense"]);
    expect(search(measured(), "tense, winds down").hits[0]?.reasons).toContain("winds down");
  });

  test("is in the trace of a song", () => {
    const { hits, traces } = traced("tense, slow burn");
    const parts = traces[hits.findIndex(({ songId }) => songId === "rising")]?.parts.filter(
      (part) => part.kind === "wish" && part.rule === "arc",
    );
    expect(parts).toMatchObject([{ matches: [{ shows: "measured", name: "builds throughout" }] }]);
    const contrary = traces[hits.findIndex(({ songId }) => songId === "falling")]?.parts.find(
      (part) => part.kind === "against" && part.rule === "arc",
    );
    expect(contrary?.kind === "against" ? contrary.points : 0).toBeLessThan(0);
  });

  test("counts for the band of a song like the tag", () => {
    const bandOf = (one: SongLike) => search([song(one)], "a slow burn").hits[0]?.band;
    expect(bandOf({ id: "a", tags: { characteristic: ["building"] } })).toBe("strong");
    expect(bandOf({ id: "a", arc: "rising" })).toBe("strong");
    expect(bandOf({ id: "a", arc: "arch" })).not.toBe("strong");
  });

  test("reports what the catalog cannot serve", () => {
    const plain = [song({ id: "a", tags: { mood: ["tense"] } })];
    expect(search(plain, "tense, winds down").unserved).toEqual(['no song is tagged or measured as "winds down"']);
    expect(search(measured(), "tense, winds down").unserved).toEqual([]);
    expect(search(plain, "tense, hit at 0:42").unserved).toEqual(["where songs have accents is not known (0:42)"]);
    expect(ids(search(plain, "tense, hit at 0:42"))).toEqual(["a"]);
  });

  test("counts several accents once, little, and not for the band", () => {
    const hits = "hit at 0:01, hit at 0:02, hit at 0:03, hit at 0:04";
    const songs = [
      song({ id: "warm", tags: { mood: ["warm"], instrument: ["piano"] } }),
      song({ id: "hits", tags: { mood: ["warm"], characteristic: ["hits", "impact", "accents", "stinger"] } }),
    ];
    const { unserved, hits: found } = search(songs, `warm piano, ${hits}`);
    expect(unserved).toEqual(["where songs have accents is not known (0:01, 0:02, 0:03, 0:04)"]);
    expect(found[0]?.songId).toBe("warm");
    const bandOf = (query: string): string | undefined => search(songs, query).hits[0]?.band;
    expect(bandOf(`warm piano, ${hits}`)).toBe(bandOf("warm piano"));
    const both = [
      song({ id: "a", tags: { mood: ["warm"] } }),
      song({ id: "b", tags: { mood: ["warm"], characteristic: ["hits"] } }),
    ];
    expect(ids(search(both, `warm, ${hits}`))).toEqual(["b", "a"]);
  });
});
