import { describe, expect, test } from "bun:test";
import { ids, search, song, version } from "./support.ts";

const night = [{ id: 7, name: "Night Drive" }];

describe("a key", () => {
  const songs = [
    song({ id: "c-minor", keyName: "C", keyMode: "minor", tags: { mood: ["dark"] } }),
    song({ id: "c-major", keyName: "C", keyMode: "major", tags: { mood: ["dark"] } }),
    song({ id: "gb", keyName: "Gb", keyMode: "Major", tags: { mood: ["dark"] } }),
    song({ id: "camelot", keyName: "8A", tags: { mood: ["dark"] } }),
    song({ id: "tonic", keyName: "C", tags: { mood: ["dark"] } }),
    song({ id: "none", tags: { mood: ["dark"] } }),
  ];
  test.each([
    ["dark, in C minor", ["c-minor", "none", "tonic"]],
    ["dark, in F# major", ["gb", "none"]],
    ["dark, in A minor", ["camelot", "none"]],
    ["dark, in C", ["c-major", "c-minor", "tonic", "none"]],
    ["dark, C major or F# major", ["c-major", "gb", "none", "tonic"]],
    ["in C minor", ["c-minor"]],
  ])("of %j is kept by %j, unknown ones last", (query, expected) => {
    expect(ids(search(songs, query))).toEqual(expected);
  });

  test("is shown in the verdicts and, if met, in the reasons", () => {
    const [hit] = search(songs, "dark, in C minor").hits;
    expect(hit?.verdicts).toEqual([{ constraint: "in C minor", verdict: "met" }]);
    expect(hit?.reasons).toContain("in C minor");
  });
});

describe("a tempo", () => {
  const songs = [70, 140, 141.5, 105].map((bpm) => song({ id: String(bpm), bpm, tags: { genre: ["trap"] } }));
  test.each([
    ["trap, 140 bpm", ["140", "141.5"]],
    ["trap, 70 or 140 bpm", ["140", "141.5", "70"]],
    ["trap, 140 bpm half-time", ["140", "141.5", "70"]],
    ["trap, slower than 110", ["105", "70"]],
  ])("of %j is met by %j", (query, expected) => {
    expect(ids(search(songs, query)).toSorted()).toEqual(expected);
  });
});

describe("a playlist", () => {
  const songs = [
    song({ id: "in", publicPlaylists: night, tags: { mood: ["dark"] } }),
    song({ id: "in-calm", publicPlaylists: night, tags: { mood: ["calm"] } }),
    song({ id: "out", playlistIds: [7], tags: { mood: ["dark"] } }),
  ];
  test("restricts a search by its name, however written, or by its id", () => {
    for (const query of [
      "dark, from the playlist Night Drive",
      "dark from playlist night-drive!",
      "dark from playlist 7",
    ])
      expect(ids(search(songs, query))).toEqual(["in"]);
    expect(ids(search(songs, "from the playlist Night Drive"))).toEqual(["in", "in-calm"]);
  });

  test("can be kept out", () => {
    expect(ids(search(songs, "dark, not from the playlist Night Drive"))).toEqual(["out"]);
  });

  test("that nobody knows leaves no song, and says why", () => {
    const { hits, unserved } = search(songs, "dark, from the playlist Broad Daylight");
    expect(hits).toEqual([]);
    expect(unserved).toContain("no playlist of the catalog is called Broad Daylight");
    const kept = search(songs, "dark, not from the playlist Broad Daylight");
    expect(ids(kept)).toEqual(["in", "out"]);
    expect(kept.unserved).toContain("no playlist of the catalog is called Broad Daylight");
  });
});

describe("an artist", () => {
  const by = (name: string) => [{ id: name, name }];
  const songs = [
    song({ id: "mira", artists: by("Mira Holt"), tags: { mood: ["dark"] } }),
    song({ id: "mira-happy", artists: by("Mira Holt"), tags: { mood: ["happy"] } }),
    song({ id: "cassian", artists: by("Cassian Vole"), tags: { mood: ["dark"] } }),
    song({ id: "other", artists: by("The Cabinet Makers"), tags: { mood: ["dark"] } }),
  ];
  test.each(["only songs by Mira Holt", "dark, only tracks from Mira Holt", "dark, exclusively songs by mira holt"])(
    "asked for alone is alone: %j",
    (query) => {
      expect(ids(search(songs, query)).toSorted()).toEqual(["mira", "mira-happy"]);
    },
  );

  test.each([
    ["dark, more of The Cabinet Makers please", "other"],
    ["dark songs by Cassian Vole", "cassian"],
  ])("asked for comes first: %j", (query, first) => {
    expect(ids(search(songs, query))[0]).toBe(first);
    expect(ids(search(songs, query))).toContain("mira");
  });

  test.each([
    "dark, nothing by Cassian Vole",
    "dark, exclude Cassian Vole",
    "dark, no more Cassian Vole please",
    "dark, anything except Cassian Vole",
    "dark. Not by Cassian Vole or The Cabinet Makers",
  ])("ruled out is not there: %j", (query) => {
    expect(ids(search(songs, query))).not.toContain("cassian");
    expect(ids(search(songs, query))).toContain("mira");
  });

  test("alone whom nobody knows leaves no song, and says why", () => {
    const { hits, unserved } = search(songs, "dark, only songs by Ottoline Frayne");
    expect(hits).toEqual([]);
    expect(unserved).toContain("no artist of the catalog is called Ottoline Frayne");
  });
});

describe("no vocals", () => {
  test("puts a song whose tags speak of a voice below one whose tags do not, where the files do not say", () => {
    const untold = [version("f")];
    for (const tags of [{ genre: ["rap"] }, { instrument: ["voice"] }, { genre: ["singer-songwriter"] }]) {
      const songs = [
        song({ id: "a", audioFiles: [version("a1")], tags: { mood: ["dark"], ...tags } }),
        song({ id: "b", audioFiles: untold, tags: { mood: ["dark"], genre: ["ambient"] } }),
      ];
      expect(ids(search(songs, "dark, no vocals"))[0]).toBe("b");
    }
  });

  test("with a choir allowed is kept by background vocals and not by a lead", () => {
    const songs = (["none", "background", "lead"] as const).map((vocals) =>
      song({ id: vocals, audioFiles: [version(`f-${vocals}`, { vocals })], tags: { mood: ["dark"] } }),
    );
    expect(ids(search(songs, "dark, no vocals")).toSorted()).toEqual(["none"]);
    expect(ids(search(songs, "dark, no vocals, but a choir is fine")).toSorted()).toEqual(["background", "none"]);
    expect(ids(search(songs, "dark, with or without vocals")).length).toBe(3);
  });
});

describe("what is avoided", () => {
  const tagged = (id: string, ...genre: string[]) => song({ id, tags: { genre } });
  test.each([
    ["rock but not metal", ["rock", "indie rock"], ["metal", "death metal"]],
    ["electronic but no techno", ["electronic", "house"], ["techno", "minimal techno"]],
    ["strings, no violin solo", ["strings", "cello"], ["solo violin"]],
    ["guitar but not electric", ["guitar", "acoustic guitar"], ["electric guitar", "distorted guitar"]],
    ["acoustic guitar but no other guitars", ["acoustic guitar"], ["electric guitar"]],
    ["sad but not depressing", ["sad", "melancholic"], ["depressed"]],
    ["dark but not scary", ["dark", "mysterious"], ["horror", "creepy"]],
    ["no strings, just a solo cello", ["solo cello"], ["strings", "violin"]],
  ])("in %j leaves %j and lowers %j", (query, kept, lowered) => {
    const songs = [...kept, ...lowered].map((tag) => tagged(tag, tag));
    const found = ids(search(songs, query));
    expect(found.slice(0, kept.length).toSorted()).toEqual(kept.toSorted());
  });

  test("takes a mood's neighbours along, and a genre's neighbours not", () => {
    const songs = ["sad", "melancholic", "hard rock", "metal"].map((tag) =>
      song({ id: tag, tags: { genre: [tag], instrument: ["piano"] } }),
    );
    expect(ids(search(songs, "piano, not sad")).slice(0, 2).toSorted()).toEqual(["hard rock", "metal"]);
    expect(ids(search(songs, "piano, no metal")).slice(0, 3).toSorted()).toEqual(["hard rock", "melancholic", "sad"]);
  });
});

describe("a season", () => {
  const songs = [
    song({ id: "xmas", tags: { genre: ["christmas"], mood: ["happy"], instrument: ["piano", "bell"] } }),
    song({ id: "plain", tags: { genre: ["pop"], mood: ["happy"], instrument: ["piano"] } }),
  ];
  test("that nobody spoke of comes below", () => {
    expect(ids(search(songs, "happy piano"))[0]).toBe("plain");
    expect(ids(search(songs, "happy piano, like snow in winter"))[0]).toBe("plain");
  });

  test("that is named is welcome", () => {
    for (const query of ["happy christmas piano", "happy piano for a xmas ad", "yuletide piano"])
      expect(ids(search(songs, query))[0]).toBe("xmas");
  });
});

describe("a brief of promises alone", () => {
  const kept = { keyName: "A", keyMode: "minor", audioFiles: [version("mix", { vocals: "none", duration: 60 })] };
  const songs = [
    song({ id: "kept", ...kept }),
    song({ id: "says so", ...kept, title: "Minor Instrumental", tags: { genre: ["instrumental rock"] } }),
    song({ id: "unknown", tags: { genre: ["instrumental"] } }),
    song({ id: "broken", keyName: "C", keyMode: "major", audioFiles: [version("sung", { vocals: "lead" })] }),
  ];

  test.each([
    ["A minor", ["says so", "kept"]],
    ["instrumental", ["says so", "kept", "unknown"]],
    ["no vocals", ["kept", "says so"]],
    ["no vocals, nothing by Artist broken", ["kept", "says so"]],
  ])("is answered by all that are known to keep them, first those that say its words: %j", (query, expected) => {
    expect(ids(search(songs, query))).toEqual(expected);
  });

  test("has nothing else in its scores", () => {
    for (const hit of search(songs, "instrumental").hits) expect(hit.score).toBe(hit.songId === "unknown" ? 0 : 1);
  });

  test("is not met where a wish beside them finds nothing", () => {
    expect(ids(search(songs, "zither, no vocals"))).toEqual([]);
  });
});
