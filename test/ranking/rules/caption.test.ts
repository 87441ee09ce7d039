import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank, type TracedRanking } from "../../../src/ranking/rank.ts";
import { ids, indexOf, type SongLike, song } from "../support.ts";

const CAPTION =
  "This is a slow folk song with acoustic guitar and piano about a lonely winter in Reykjavik and a lighthouse.";
const BRIEF = "Slow folk with acoustic guitar and piano for a lonely winter in Reykjavik and a lighthouse";

/** Has more of the wanted tags. */
const tagged = song({
  id: "a-tagged",
  title: "Untitled",
  tags: { genre: ["folk"], mood: ["lonely"], instrument: ["acoustic guitar", "piano"], characteristic: ["slow"] },
});
/** Has the rare words of the text in its title. */
const titled = song({
  id: "b-titled",
  title: "Reykjavik Lighthouse",
  tags: { genre: ["folk"], instrument: ["acoustic guitar"], characteristic: ["slow"] },
});
const songs = [
  tagged,
  titled,
  ...Array.from({ length: 30 }, (_, at) => song({ id: `other-${at}`, tags: { genre: ["folk"] } })),
];

describe("the caption rule", () => {
  test("is in the trace of a caption, whose points add up", () => {
    const ranking = ranked(songs, CAPTION);
    expect(movesOf(ranking)).not.toEqual([]);
    ranking.hits.forEach((hit, at) => {
      const trace = ranking.traces[at];
      const points = trace?.parts.reduce((sum, part) => sum + part.points, 0) ?? 0;
      expect(hit.score).toBeCloseTo(Math.min(1, points / (trace?.whole ?? 1)), 3);
    });
  });

  test("raises a song with rare words of the caption in its title", () => {
    expect(gap(ranked(songs, CAPTION))).toBeGreaterThan(gap(ranked(songs, BRIEF)));
  });

  test("lowers a song with tags that the caption does not mention, above all instruments", () => {
    const scores = scoresOf([
      like("a-instrument", { instrument: ["acoustic guitar", "piano", "tuba"] }),
      like("b-genre", { genre: ["folk", "reggae"] }),
      like("c-plain", {}),
    ]);
    expect(scores("c-plain")).toBeGreaterThan(scores("b-genre"));
    expect(scores("b-genre")).toBeGreaterThan(scores("a-instrument"));
  });

  test("raises a song with tags that usually occur with the asked ones", () => {
    const usual = Array.from({ length: 20 }, (_, at) =>
      song({ id: `usual-${at}`, tags: { instrument: ["acoustic guitar"], characteristic: ["campfire"] } }),
    );
    const rest = Array.from({ length: 20 }, (_, at) =>
      song({ id: `rest-${at}`, tags: { instrument: ["tuba"], characteristic: ["stadium"] } }),
    );
    const scores = scoresOf([
      ...usual,
      ...rest,
      like("a-rest", { characteristic: ["stadium"] }),
      like("b-usual", { characteristic: ["campfire"] }),
    ]);
    expect(scores("b-usual")).toBeGreaterThan(scores("a-rest"));
  });

  test("gives every song a score above 0", () => {
    for (const { score } of ranked(songs, CAPTION).hits) expect(score).toBeGreaterThan(0);
  });

  test.each([
    ["a brief that names no track", BRIEF],
    ["a caption of few words", "A slow folk song with piano"],
    ["a text with hardly any musical words", "A song about envelopes, staplers, printers, ledgers, invoices and taxes"],
  ])("is off for %s", (_, text) => {
    expect(movesOf(ranked(songs, text))).toEqual([]);
  });

  test("never moves a song above one with less doubt", () => {
    const known = {
      ...tagged,
      audioFiles: [{ id: "f", vocals: "none" as const, duration: 60, stem: false, hasMedia: true }],
    };
    const ranking = ranked([known, titled], `${CAPTION} It is instrumental.`);
    expect(movesOf(ranking)).not.toEqual([]);
    expect(ids(ranking)[0]).toBe("a-tagged");
  });
});

function ranked(from: readonly SongLike[], query: string, limit = 40): TracedRanking {
  return rank(indexOf(from.map(song)), parseBrief({ query, context: null }), { limit, traces: true });
}

/** Returns a song with the caption's tags; `tags` replaces those of some facets. */
function like(id: string, tags: SongLike["tags"]): SongLike {
  return song({ id, tags: { genre: ["folk"], instrument: ["acoustic guitar", "piano"], ...tags } });
}

function scoresOf(from: readonly SongLike[]): (id: string) => number {
  const { hits } = ranked([...songs, ...from], CAPTION, 100);
  return (id) => hits.find(({ songId }) => songId === id)?.score ?? 0;
}

function movesOf(ranking: TracedRanking): unknown[] {
  return ranking.traces.flatMap(({ parts }) => parts).filter((part) => part.kind === "move" && part.rule === "caption");
}

/** Returns how far the titled song is above the tagged one. */
function gap(ranking: TracedRanking): number {
  const scoreOf = (id: string): number => ranking.hits.find(({ songId }) => songId === id)?.score ?? 0;
  return scoreOf("b-titled") - scoreOf("a-tagged");
}
