import { describe, expect, test } from "bun:test";
import { ids, search, song } from "../support.ts";

const nina = [{ id: "n", name: "Nina Simóne" }];
const miles = [{ id: "m", name: "Miles Davis" }];
const simon = [{ id: "s", name: "Simon & Garfunkel" }];
const songs = [
  song({ id: "1042", title: "Sinner Moon", artists: nina, tags: { genre: ["jazz", "soul"], instrument: ["piano"] } }),
  song({ id: "1043", artists: nina, tags: { genre: ["jazz", "soul"] } }),
  song({ id: "miles", artists: miles, tags: { genre: ["jazz"], instrument: ["trumpet"] } }),
  song({ id: "simon", artists: simon, tags: { genre: ["folk"], instrument: ["acoustic guitar"] } }),
  song({ id: "soulful", tags: { genre: ["soul", "jazz"], instrument: ["piano"] } }),
  song({ id: "brassy", tags: { genre: ["jazz"], instrument: ["trumpet"] } }),
  song({ id: "folky", tags: { genre: ["folk"], instrument: ["acoustic guitar"] } }),
  song({ id: "simone", title: "Simone", description: "nina simone", tags: { genre: ["techno"] } }),
];
const known = (query: string): unknown[] =>
  search(songs, query).references.map(({ role, kind, name, known: isKnown }) => [role, kind, name, isKnown]);

describe("a reference", () => {
  for (const query of [
    "like Nina Simone",
    "in the style of Nina Simone",
    "à la Nina Simone",
    "sounds like nina simone",
    "something like nina simone, please",
    "like song 1042",
    "similar to the song “Sinner Moon”",
  ]) {
    test(`"${query}" finds songs like it and leaves itself out`, () => {
      const { hits, references } = search(songs, query);
      const artistKnown = references[0]?.kind === "artist";
      expect(hits.find((hit) => artistKnown || hit.songId !== "1043")?.songId).toBe("soulful");
      expect(hits.map((hit) => hit.songId)).not.toContain("1042");
      expect(hits.map((hit) => hit.songId)).not.toContain("simone");
      expect(hits.find((hit) => hit.songId === "soulful")?.reasons[0]).toContain(": like ");
      expect(references).toMatchObject([{ role: "like", known: true }]);
    });
  }

  test("to two artists is between them", () => {
    const found = ids(search(songs, "something between Nina Simone and Miles Davis"));
    expect(found.toSorted()).toEqual(["brassy", "soulful"]);
    expect(known("something between Nina Simone and Miles Davis")).toEqual([
      ["like", "artist", "Nina Simone", true],
      ["like", "artist", "Miles Davis", true],
    ]);
  });

  test("does not split a name with a joining word in it", () => {
    expect(ids(search(songs, "like Simon and Garfunkel"))).toEqual(["folky"]);
  });

  test("puts a wanted artist first, and leaves an unwanted one out", () => {
    expect(ids(search(songs, "jazz by Nina Simone")).slice(0, 2).toSorted()).toEqual(["1042", "1043"]);
    for (const query of ["jazz, not by Miles Davis", "jazz, no Miles Davis", "jazz but nothing by miles davis"]) {
      expect(ids(search(songs, query))).not.toContain("miles");
      expect(ids(search(songs, query))).toContain("brassy");
    }
  });

  test("that is unknown is reported, and its words are not looked for", () => {
    const ranking = search(songs, "techno like Zorblax Simone");
    expect(ranking.references).toEqual([{ role: "like", kind: "artist", name: "Zorblax Simone", known: false }]);
    expect(ranking.unserved).toContain("no artist of the catalog is called Zorblax Simone");
    expect(ranking.hits[0]?.reasons).not.toContain("title mentions simone");
  });

  test("is no name if the words mean something else", () => {
    expect(known("jazz like rain on a window")).toEqual([]);
    expect(known("feels like Christmas")).toEqual([]);
    expect(known("we need this by Friday")).toEqual([]);
    expect(known("piano, no drums")).toEqual([]);
  });

  test.each([
    "only songs by Nina Simone",
    "songs by Nina Simone only",
    "only Nina Simone, please",
    "only songs by Nina Simone, like Miles Davis",
  ])("to an artist alone leaves out all others: %j", (query) => {
    expect(ids(search(songs, query)).toSorted()).toEqual(["1042", "1043"]);
  });

  test.each(["only songs by Hans Zimmer, like Nina Simone", "jazz, only songs by Zorblax Quux, like Miles Davis"])(
    "to an unknown artist alone finds nothing, whoever else is named: %j",
    (query) => {
      expect(ids(search(songs, query))).toEqual([]);
    },
  );

  test('with "not only" does not leave out others', () => {
    expect(ids(search(songs, "jazz, not only by Nina Simone"))).toContain("miles");
  });

  const coded = [
    song({ id: "nd-0001", title: "Wet Asphalt", tags: { genre: ["synthwave"], instrument: ["synth"] } }),
    song({ id: "nd-0002", title: "Hydroplane", tags: { genre: ["drum and bass"] } }),
    song({ id: "near", tags: { genre: ["synthwave"], instrument: ["synth"] } }),
    song({ id: "fast", tags: { genre: ["drum and bass"] } }),
  ];

  test.each(["like song nd-0001", "similar to the track nd-0001", "like nd-0001, please", "more like nd-0001"])(
    "can be an id with letters in it: %j",
    (query) => {
      expect(ids(search(coded, query))).toEqual(["near"]);
    },
  );

  test("can be two titles", () => {
    for (const query of ['songs like "Wet Asphalt" and "Hydroplane"', 'like "Wet Asphalt", "Hydroplane"'])
      expect(ids(search(coded, query)).toSorted()).toEqual(["fast", "near"]);
  });

  test.each(["between Nina Simone and Miles Davis", "halfway between Nina Simone and Miles Davis"])(
    "can be between two names: %j",
    (query) => {
      expect(ids(search(songs, query)).toSorted()).toEqual(["brassy", "soulful"]);
    },
  );

  test("is not read from places", () => {
    expect(known("a train between London and Paris")).toEqual([]);
  });

  test("leaves out an artist that the music should be unlike", () => {
    expect(ids(search(songs, "unlike Miles Davis, jazz"))).not.toContain("miles");
  });

  test("leaves out tags that the brief avoids", () => {
    const { hits } = search(songs, "like Nina Simone, but no piano");
    expect(hits.map(({ songId }) => songId)).toEqual(["brassy", "miles"]);
    expect(hits.flatMap(({ reasons }) => reasons).join()).not.toContain("piano");
  });
});

describe("an artist's name", () => {
  const by = (name: string) => [{ id: name, name }];
  const byName = [
    song({ id: "mira", artists: by("Mira Holt"), tags: { mood: ["dark"] } }),
    song({ id: "mira-happy", artists: by("Mira Holt"), tags: { mood: ["happy"] } }),
    song({ id: "cassian", artists: by("Cassian Vole"), tags: { mood: ["dark"] } }),
    song({ id: "other", artists: by("The Cabinet Makers"), tags: { mood: ["dark"] } }),
  ];
  test.each(["only songs by Mira Holt", "dark, only tracks from Mira Holt", "dark, exclusively songs by mira holt"])(
    "leaves out all other artists: %j",
    (query) => {
      expect(ids(search(byName, query)).toSorted()).toEqual(["mira", "mira-happy"]);
    },
  );

  test.each([
    ["dark, more of The Cabinet Makers please", "other"],
    ["dark songs by Cassian Vole", "cassian"],
  ])("puts the artist first: %j", (query, first) => {
    expect(ids(search(byName, query))[0]).toBe(first);
    expect(ids(search(byName, query))).toContain("mira");
  });

  test("is a reason of its own kind", () => {
    const [hit] = search(byName, "dark songs by Cassian Vole").hits;
    expect(hit?.reasons).toContain("by Cassian Vole");
    expect(hit?.reasonFacts).toContainEqual({ kind: "by", name: "Cassian Vole" });
  });

  test.each([
    "dark, nothing by Cassian Vole",
    "dark, exclude Cassian Vole",
    "dark, no more Cassian Vole please",
    "dark, anything except Cassian Vole",
    "dark. Not by Cassian Vole or The Cabinet Makers",
  ])("leaves the artist out: %j", (query) => {
    expect(ids(search(byName, query))).not.toContain("cassian");
    expect(ids(search(byName, query))).toContain("mira");
  });

  test("that is unknown finds no song if only that artist was asked for, and says why", () => {
    const { hits, unserved } = search(byName, "dark, only songs by Ottoline Frayne");
    expect(hits).toEqual([]);
    expect(unserved).toContain("no artist of the catalog is called Ottoline Frayne");
  });
});
