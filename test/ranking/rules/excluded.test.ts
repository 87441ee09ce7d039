import { describe, expect, test } from "bun:test";
import { ids, indexOf, search, song } from "../support.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";

const acoustic = (id: string, ...instrument: string[]) =>
  song({ id, tags: { genre: ["folk"], mood: ["warm"], characteristic: ["acoustic"], instrument } });

const genred = (...names: string[]) => names.map((name) => song({ id: name, tags: { genre: [name], mood: ["calm"] } }));
const played = (...names: string[]) =>
  names.map((name) => song({ id: name, tags: { instrument: [name], mood: ["calm"] } }));

function verdictsOf(songs: Parameters<typeof search>[0], query: string): Record<string, readonly string[]> {
  const { hits } = search(songs, query);
  return Object.fromEntries(
    hits.map(({ songId, verdicts }) => [
      songId,
      verdicts.map(({ constraint, verdict }) => `${constraint}: ${verdict}`),
    ]),
  );
}

describe("an excluded instrument", () => {
  const songs = [
    acoustic("guitar", "guitar"),
    acoustic("nylon", "classical guitar", "flute"),
    acoustic("banjo", "banjo"),
    acoustic("untold"),
  ];

  test("leaves out songs with a tag for it, and for every kind of it", () => {
    expect(ids(search(songs, "warm acoustic folk, no guitars"))).toEqual(["banjo", "untold"]);
  });

  test("is a constraint with a verdict for each song, and unknown without any tag of an instrument", () => {
    expect(verdictsOf(songs, "warm acoustic folk, no guitars")).toEqual({
      banjo: ["no guitar: met"],
      untold: ["no guitar: unknown"],
    });
  });

  test("puts a song that is known to comply above a better match that is unknown", () => {
    const weak = song({ id: "weak", tags: { mood: ["warm"], instrument: ["banjo"] } });
    const { hits } = search([acoustic("best"), weak], "warm acoustic folk, no guitars");
    expect(hits.map(({ songId, band }) => [songId, band])).toEqual([
      ["weak", "possible"],
      ["best", "possible"],
    ]);
  });

  test("does so in a long text, too", () => {
    const weak = song({ id: "weak", tags: { mood: ["warm"], instrument: ["banjo"] } });
    const scene =
      "INT. KITCHEN - MORNING. Anna makes coffee for her brother, who has come home after a year at sea. They do not speak, " +
      "but she smiles, and he looks at the garden. We want warm acoustic folk under all of it. No guitars please.";
    expect(ids(search([acoustic("best"), weak], scene))).toEqual(["weak", "best"]);
  });

  test("leaves out a song that has a wanted thing too", () => {
    const both = song({ id: "both", tags: { instrument: ["piano", "guitar"], mood: ["calm"] } });
    expect(ids(search([both, ...played("piano")], "calm piano, no guitar"))).toEqual(["piano"]);
  });

  test("does not return a faster song with drums for 'slow, no drums'", () => {
    const waltz = song({ id: "waltz", bpm: 108, tags: { characteristic: ["slow"], instrument: ["drums", "strings"] } });
    const piano = song({ id: "piano", bpm: 64, tags: { characteristic: ["slow"], instrument: ["piano"] } });
    expect(ids(search([waltz, piano], "slow, no drums"))).toEqual(["piano"]);
  });

  test.each([
    ["calm, no drums", ["piano", "percussion"], ["drums", "drum machine", "808", "brushes", "beats"]],
    ["calm, no strings", ["piano", "flute"], ["violin", "cello", "viola", "string quartet", "fiddle"]],
    ["calm, no choir", ["piano", "female vocals"], ["choir", "gospel choir", "children's choir"]],
    ["calm, no brass", ["clarinet"], ["trumpet", "trombone", "french horn"]],
    ["calm, no guitar", ["bass guitar", "ukulele", "bass"], ["steel-string guitar", "distorted guitar", "riffs"]],
    ["calm, no harp", ["blues harp", "mouth harp"], ["celtic harp"]],
    ["calm, no piano", ["thumb piano"], ["grand piano", "rhodes"]],
    ["calm, no female vocals", ["male vocals", "choir"], ["female vocals", "soprano"]],
  ])("has kinds: %j keeps %j and leaves out %j", (query, kept, left) => {
    expect(ids(search(played(...kept, ...left), query)).toSorted()).toEqual(kept.toSorted());
  });

  test("has the catalog's own tags that end with it", () => {
    const named = played("muted nylon guitar", "wide guitar", "no guitar", "bass guitar", "guitar shop");
    expect(ids(search(named, "calm, no guitar")).toSorted()).toEqual(["bass guitar", "guitar shop", "no guitar"]);
  });
});

describe("an excluded genre", () => {
  test.each([
    ["calm, no metal", ["rock", "hard rock"], ["metal", "death metal", "heavy metal", "drone metal"]],
    ["calm rock but no metal", ["rock", "hard rock"], ["metal", "black metal"]],
    ["calm, no rock", ["pop", "jazz"], ["hard rock", "punk rock", "indie rock", "metal"]],
    ["calm, nothing electronic", ["jazz", "ambient"], ["techno", "house", "trance", "edm", "deep house"]],
    ["calm, no hip hop", ["trip hop"], ["hip hop", "rap", "trap"]],
    ["calm, no rap", ["hip hop"], ["rap", "drill"]],
    ["calm, no jazz", ["blues", "bossa nova"], ["swing", "bebop", "smooth jazz"]],
    ["calm, no orchestra", ["classical"], ["orchestral", "symphonic"]],
  ])("has kinds: %j keeps %j and leaves out %j", (query, kept, left) => {
    expect(ids(search(genred(...kept, ...left), query)).toSorted()).toEqual(kept.toSorted());
  });
});

describe("an excluded period", () => {
  const era = (id: string, ...characteristic: string[]) => song({ id, tags: { genre: ["pop"], characteristic } });

  test("leaves out its tags, and is unknown without a tag of any period", () => {
    const songs = [era("80s", "80s"), era("eighties", "1980s"), era("90s", "90s"), era("untold", "melodic")];
    expect(verdictsOf(songs, "melodic pop, no 80s sound")).toEqual({
      "90s": ["no 80s: met"],
      untold: ["no 80s: unknown"],
    });
  });
});

describe("a wanted concept", () => {
  test.each([
    ["calm, no strings, but a solo cello", ["solo cello"], ["strings", "violin"]],
    ["calm acoustic guitar but no other guitars", ["acoustic guitar", "nylon guitar"], ["guitar", "electric guitar"]],
    ["calm, no percussion but some shaker", ["shaker"], ["percussion", "drums"]],
    ["calm guitar, but not electric guitar", ["guitar", "acoustic guitar"], ["electric guitar", "distorted guitar"]],
    ["tranquila, sin cuerdas, pero con violonchelo", ["cello"], ["strings", "violin"]],
  ])("keeps its tags: %j keeps %j and leaves out %j", (query, kept, left) => {
    expect(ids(search(played(...kept, ...left), query)).toSorted()).toEqual(kept.toSorted());
  });
});

describe("several exclusions", () => {
  const songs = [
    song({ id: "told", tags: { genre: ["folk"], instrument: ["flute"], mood: ["calm"] } }),
    song({ id: "genre only", tags: { genre: ["folk"], mood: ["calm"] } }),
    song({ id: "mood only", tags: { mood: ["calm"] } }),
  ];

  test("doubt a song once for each facet", () => {
    const brief = parseBrief({ query: "calm, no drums, no piano, no guitar, no rock", context: null });
    const { hits, traces } = rank(indexOf(songs), brief, { limit: 10, traces: true });
    const doubts = traces.map(({ parts }) =>
      parts.reduce((sum, part) => sum + (part.kind === "constraint" ? part.doubt : 0), 0),
    );
    expect(hits.map(({ songId }) => songId)).toEqual(["told", "genre only", "mood only"]);
    expect(doubts).toEqual([0, 1, 2]);
  });

  test("of which there are more than forty each leave out their songs", () => {
    const names =
      "banjo mandolin harp sitar oud koto viola harmonica accordion bagpipes theremin turntable whistle".split(" ");
    const genres =
      "reggae ska polka waltz zydeco trap dubstep idm opera disco swing funk soul gospel tango flamenco samba grunge country blues lounge edm afrobeat medieval musical march noise drone celtic".split(
        " ",
      );
    const all = [...names, ...genres];
    const { hits } = search(
      [...played("flute", ...names), ...genred(...genres)],
      `calm. ${all.map((name) => `No ${name}.`).join(" ")}`,
      100,
    );
    expect(hits.map(({ songId, verdicts }) => [songId, verdicts.length])).toEqual([["flute", all.length]]);
  });

  test("have a verdict each", () => {
    expect(verdictsOf(songs, "calm, no drums, no rock")["genre only"]).toEqual(["no drums: unknown", "no rock: met"]);
  });
});

describe("an answer without songs", () => {
  test("says which exclusion cut all songs, and names the nearest", () => {
    const { hits, unserved } = search([acoustic("a", "guitar"), acoustic("b", "guitar")], "warm folk, no guitar");
    expect(hits).toEqual([]);
    expect(unserved).toEqual([
      "'no guitar' rules out all 2 songs that fit otherwise",
      "the nearest songs break 'no guitar': a and b",
    ]);
  });

  test("names no song that breaks another constraint", () => {
    const fast = song({ id: "fast", bpm: 160, tags: { genre: ["folk"], instrument: ["guitar"] } });
    const { unserved } = search([fast], "folk at 80 bpm, no guitar");
    expect(unserved.join()).not.toContain("nearest");
  });
});

describe("a brief with exclusions only", () => {
  test("finds the songs that are known to comply", () => {
    expect(ids(search([...played("drums", "piano"), ...genred("folk")], "no drums"))).toEqual(["piano"]);
  });
});
