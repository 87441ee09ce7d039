import { describe, expect, test } from "bun:test";
import type { SongDocument, Tags } from "../../schema/song.ts";
import { search, song, type SongLike, version } from "./support.ts";

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
    expect(reasons("melancholic", { mood: ["sad"] }).join()).toMatch(/^sad.* melancholic$/);
  });

  test("for a scene says the scene's words, once for all tags", () => {
    const [first, ...more] = reasons("car chase", { mood: ["tense", "urgent"], characteristic: ["driving"] });
    expect(first).toEndWith(": car chase");
    expect(first).toContain("tense");
    expect(first).toContain("urgent");
    expect(more).toEqual([]);
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
