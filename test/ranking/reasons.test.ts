import { describe, expect, test } from "bun:test";
import type { SongDocument, Tags } from "../../schema/song.ts";
import type { Brief, Wish } from "../../schema/brief.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { rank } from "../../src/ranking/rank.ts";
import { indexOf, search, song, type SongLike, version } from "./support.ts";

/** Returns the reasons for a song with these tags, in a catalog that makes no tag frequent. */
function reasons(query: string, tags: Partial<Tags>, given: Partial<SongLike> = {}): readonly string[] {
  const others = ["jazz", "rock", "folk", "metal"].map((genre, at) =>
    song({ id: `other-${at}`, tags: { genre: [genre] } }),
  );
  const one = song({ id: "a", title: "Harbour", tags, ...given });
  return search([one, ...others], query).hits.find(({ songId }) => songId === "a")?.reasons ?? [];
}

describe("a reason", () => {
  test("names a tag once, even if it is wished for, said and written", () => {
    expect(reasons("hopeful", { mood: ["hopeful"] }, { description: "A hopeful morning." })).toEqual(["hopeful"]);
  });

  test("names a tag as the catalog spells it", () => {
    expect(reasons("hiphop beats", { genre: ["Hip-Hop"] })).toEqual(["Hip-Hop"]);
  });

  test("names only the tag if it contains the client's word, or is contained in it", () => {
    expect(reasons("piano", { instrument: ["felt piano"] })).toEqual(["felt piano"]);
    expect(reasons("piano ballad", { instrument: ["piano"] })).toContain("piano");
  });

  test("for a near tag says what it is near", () => {
    expect(reasons("hopeful", { mood: ["inspiring"] })).toEqual(["inspiring, near hopeful"]);
  });

  test("for another name says the client's word", () => {
    expect(reasons("melancholic", { mood: ["sad"] })).toEqual(["sad, for 'melancholic'"]);
  });

  test("for a wish in another language says the client's word", () => {
    expect(reasons("Schlagzeug, bitte", { instrument: ["drums"] })).toEqual(["drums, for 'Schlagzeug'"]);
  });

  test("for a scene says the scene's words, once for all tags", () => {
    const [first, ...more] = reasons("car chase", { mood: ["tense", "urgent"], characteristic: ["driving"] });
    expect(first).toStartWith("suits 'car chase': ");
    expect(first).toContain("tense");
    expect(first).toContain("urgent");
    expect(more).toEqual([]);
  });

  test("for a named artist says the name", () => {
    const songs = ["a", "b"].map((id) => song({ id, tags: { genre: ["polka"], mood: ["smoky"] } }));
    const artists = [{ id: "vole", name: "Cassian Vole" }];
    const named = song({ id: "named", artists, tags: { genre: ["polka"], mood: ["smoky"] } });
    const others = ["jazz", "rock", "folk"].map((genre) => song({ id: genre, tags: { genre: [genre] } }));
    const [hit] = search([...songs, named, ...others], "like Cassian Vole").hits;
    expect(hit?.reasons).toEqual([expect.stringMatching(/^\w+, \w+: like Cassian Vole$/)]);
  });

  test("for words says where they are", () => {
    const given = { title: "Midnight Ferry", description: "Slow water.", lyrics: "lanterns over the ferry" };
    expect(reasons("midnight lanterns", { genre: ["polka"] }, given)).toEqual([
      "lyrics say 'lanterns'",
      "title says 'midnight'",
    ]);
  });

  test("does not quote lyrics for words that the client did not say", () => {
    const given = { description: "A mournful lament.", lyrics: "heartbroken in the stillness" };
    expect(reasons("sad funeral", { mood: ["sad"], genre: ["polka"] }, given).join()).not.toContain("lyrics");
    expect(reasons("heartbroken", { genre: ["polka"] }, given)).toContain("lyrics say 'heartbroken'");
  });

  test("for a word within a longer tag names the tag", () => {
    expect(reasons("neon", { mood: ["Neon Nights"] })).toEqual(["Neon Nights"]);
  });

  test("does not name one tag for two wishes", () => {
    const told = reasons("sad, melancholic, gloomy", { mood: ["sad"] });
    expect(told).toEqual(["sad"]);
  });

  test("does not name a tag that another reason names with a further word", () => {
    expect(reasons("piano, felt piano", { instrument: ["felt piano", "piano"] })).toHaveLength(1);
  });

  test("does not name a weak relation, if there is another reason", () => {
    expect(reasons("cello, hopeful", { genre: ["classical"], mood: ["hopeful"] })).toEqual(["hopeful"]);
  });

  test("does not name a near tag of another facet, if there is another reason", () => {
    const tags = { mood: ["party", "tense"], genre: ["latin"] };
    expect(reasons("salsa, tense", tags).toSorted()).toEqual(["latin, near salsa", "tense"]);
    expect(reasons("salsa, tense", { ...tags, genre: [] })).toEqual(["tense"]);
  });

  test("does not name what the brief refuses", () => {
    const given = { description: "A brass fanfare, but calm." };
    expect(reasons("calm, less brass", { mood: ["calm"], instrument: ["brass"] }, given)).toEqual(["calm"]);
  });

  test("for a constraint gives the fact, after all wishes", () => {
    const audioFiles = [
      version("sung", { vocals: "lead", duration: 178 }),
      version("mix", { vocals: "none", duration: 178.4 }),
    ];
    const given = { bpm: 121.7, audioFiles };
    expect(reasons("tense, no vocals, 120 to 125 bpm, under 3 minutes", { mood: ["tense"] }, given)).toEqual([
      "tense",
      "instrumental mix",
      "122 bpm",
      "2:58 long",
    ]);
  });

  test("distinguishes a song without vocals from an instrumental mix", () => {
    const told = (audioFiles: SongDocument["audioFiles"]) =>
      reasons("tense, instrumental", { mood: ["tense"] }, { audioFiles }).at(-1);
    expect(told([version("a", { vocals: "none" })])).toBe("no vocals");
    expect(told([version("a", { vocals: "lead" }), version("b", { vocals: "background" })])).toBe(
      "background vocals only",
    );
  });

  test("is one of five at most, besides the facts", () => {
    const mood = ["tense", "dark", "epic", "funny", "romantic", "sad", "dreamy"];
    expect(reasons(mood.join(", "), { mood }).length).toBe(5);
  });

  test("is never missing if a tag earned the place", () => {
    const [hit] = search([song({ id: "a", tags: { genre: ["easy listening"] } })], "etwas Kitschiges, bitte").hits;
    expect(hit?.reasons).toEqual(["easy listening, near cheesy"]);
  });
});

/** A brief with a text so long that it has parts. */
function longBrief(given: Partial<Brief>): Brief {
  const parts = [
    { kind: "scene", text: "At the window the light is pale. Osei counts the drops of rain." },
    { kind: "direction", text: "We want a warm felt piano, a cello, something happy, and a title about winter." },
  ];
  return { ...parseBrief({ query: "warm", context: null }), wanted: [], text: [], said: [], parts, ...given };
}

function wish(name: string, from: readonly string[], given: Partial<Wish> = {}): Wish {
  return { facet: "mood", name, weight: 0.5, from, kin: [], ...given };
}

function reasonsOf(brief: Brief, tags: Partial<Tags>, given: Partial<SongLike> = {}): readonly string[] {
  const others = ["jazz", "rock", "folk", "metal"].map((genre, at) =>
    song({ id: `other-${at}`, tags: { genre: [genre] } }),
  );
  const { hits } = rank(indexOf([song({ id: "a", title: "Harbour", tags, ...given }), ...others]), brief, { limit: 9 });
  return hits.find(({ songId }) => songId === "a")?.reasons ?? [];
}

const implied = (from: readonly string[], ...names: readonly string[]): Wish[] =>
  names.map((name) => wish(name, from, { isImplied: true, weight: 0.3 }));

describe("a reason for a long text", () => {
  test("joins what the client asks for", () => {
    const wanted = [wish("warm", ["warm"]), wish("piano", ["felt piano"]), wish("cello", ["cello"])];
    expect(reasonsOf(longBrief({ wanted }), { mood: ["warm"], instrument: ["cello"] })).toEqual([
      expect.stringMatching(/^(warm, cello|cello, warm), as asked$/),
    ]);
  });

  test("names the likely situation that explains most of the song, and three tags", () => {
    const wanted = [
      ...implied(["the funeral", "rain on the window"], "sad", "slow", "tender", "cello"),
      ...implied(["rain on the window", "the funeral"], "ambient"),
    ];
    const [first = "", ...more] = reasonsOf(longBrief({ wanted }), {
      mood: ["sad", "slow", "tender", "cello", "ambient"],
    });
    expect(first).toMatch(/^suits the funeral: \w+, \w+, \w+$/);
    expect(more).toEqual([]);
    expect(reasonsOf(longBrief({ wanted }), { mood: ["sad", "ambient"] })[0]).toMatch(/^suits (the funeral|rain)/);
  });

  test.each(["leaving home", "rain on the window", "a descent into the dark", "the funeral"])(
    "names the situation as it is: %s",
    (name) => {
      const wanted = implied([name], "sad", "slow", "tender", "cello");
      expect(reasonsOf(longBrief({ wanted }), { mood: ["sad"] })).toEqual([`suits ${name}: sad`]);
    },
  );

  test("speaks of the scene if no situation is likely", () => {
    const wanted = [
      ...implied(["the funeral"], "sad"),
      ...implied(["the car chase"], "fast"),
      ...implied(["the school prank"], "funny"),
      ...implied(["the beach day"], "summer"),
    ];
    expect(reasonsOf(longBrief({ wanted }), { mood: ["sad"] })).toEqual(["suits the scene: sad"]);
  });

  test("knows the situations of a wish that the client asks for too", () => {
    const wanted = [wish("sad", ["triste", "the funeral"]), ...implied(["the funeral"], "slow", "tender", "cello")];
    const said = [{ words: ["triste"], weight: 1, negated: false }];
    expect(reasonsOf(longBrief({ wanted, said }), { mood: ["sad"] })).toEqual(["sad, as asked"]);
  });

  test("names no words of the story as a request, even if they lead to one wish", () => {
    const wanted = [wish("warm", ["warm"]), wish("eerie", ["At the window"])];
    expect(reasonsOf(longBrief({ wanted }), { mood: ["warm", "eerie"] })[0]).toBe("warm, as asked");
    expect(reasonsOf(longBrief({ wanted }), { mood: ["eerie"] }).join()).not.toContain("for 'At");
  });

  test("is never a lone word of the story, nor a word in a description", () => {
    const text = ["osei", "drops", "light"].map((word) => ({ word, weight: 0.05 }));
    const said = [{ words: ["light", "winter"], weight: 0.7, negated: false }];
    const brief = longBrief({ wanted: [wish("warm", ["warm"])], text, said });
    const given = { title: "Osei drops", description: "Winter comes." };
    expect(reasonsOf(brief, { mood: ["warm", "light"] }, given)).toEqual(["warm, as asked"]);
    expect(reasonsOf(brief, { mood: ["warm"] }, { title: "Winter" })).toEqual([
      "warm, as asked",
      "title says 'winter'",
    ]);
  });

  test("is never a tag that only shares a stem with a word", () => {
    const said = [{ words: ["lovely"], weight: 1, negated: false }];
    const brief = longBrief({ wanted: [wish("warm", ["warm"])], said });
    expect(reasonsOf(brief, { mood: ["warm", "love"] })).toEqual(["warm, as asked"]);
    expect(reasonsOf(brief, { mood: ["love"] })).toEqual([]);
  });

  test("is no instrument that suits only the scene in general", () => {
    const unclear = ["sad", "fast", "funny"].flatMap((name) => implied([`situation ${name}`], name));
    const piano = wish("piano", ["situation piano"], { facet: "instrument", isImplied: true });
    const tags = { mood: ["sad"], instrument: ["piano"] };
    expect(reasonsOf(longBrief({ wanted: [...unclear, piano] }), tags)).toEqual(["suits the scene: sad"]);
  });

  test("is never a tag that only an everyday word of the story implies", () => {
    const said = [{ words: ["rain", "counts"], weight: 0.7, negated: false }];
    const wanted = [
      wish("warm", ["warm"]),
      wish("lonely", ["rain"], { weight: 0.2 }),
      wish("slow", ["rain"], { weight: 0.2 }),
    ];
    expect(reasonsOf(longBrief({ wanted, said }), { mood: ["warm", "lonely", "slow"] })).toEqual(["warm, as asked"]);
  });

  test("does not name what the situation would be spoiled by, unless the client asks for it", () => {
    const avoided = [wish("happy", [], { isImplied: true, weight: 0.2 })];
    const kin = [{ name: "happy", weight: 0.9 }];
    const wanted = implied(["the funeral"], "sad", "slow", "tender", "cello").map((one) => ({ ...one, kin }));
    expect(reasonsOf(longBrief({ wanted, avoided }), { mood: ["happy", "slow"] })).toEqual(["suits the funeral: slow"]);
    const asked = [wish("happy", ["happy"])];
    expect(reasonsOf(longBrief({ wanted: asked, avoided }), { mood: ["happy"] })).toEqual(["happy, as asked"]);
  });
});
