import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { briefWords } from "../../src/embedding/brief-words.ts";
import { songWords } from "../../src/embedding/song-words.ts";

const NO_TAGS = { genre: [], mood: [], instrument: [], characteristic: [] };
const ADA = { id: "77", name: "Ada Field", imageUrl: null, imagePath: null };

const wordsOf = (query: string, context: string | null = null) => briefWords(parseBrief({ query, context }));

describe("a song's words", () => {
  test("are its title, artists, tags and description", () => {
    const tags = { ...NO_TAGS, mood: ["tense"], genre: ["ambient"], instrument: ["synth"] };
    const song = { title: "Glass Harbour", artists: [ADA], tags, description: "Slow light over cold water." };
    expect(songWords(song)).toBe("Glass Harbour by Ada Field\ntense, ambient, synth\nSlow light over cold water.");
  });

  test("leave out missing parts", () => {
    expect(songWords({ title: "", artists: [ADA], tags: NO_TAGS, description: "" })).toBe("by Ada Field");
    expect(songWords({ title: "", artists: [], tags: NO_TAGS, description: "" })).toBe("");
  });

  test("are bounded, and end with a complete character", () => {
    const song = { title: "A", artists: [], tags: NO_TAGS, description: "🎻".repeat(2_000) };
    const words = songWords(song);
    expect(words.length).toBeLessThanOrEqual(1_500);
    expect(words.isWellFormed()).toBe(true);
  });
});

describe("a brief's words", () => {
  test("omit avoided things", () => {
    const words = wordsOf("driving but not aggressive, no vocals, for a night car ride") ?? "";
    expect(words).toContain("for a night car ride");
    expect(words).not.toMatch(/aggressive|vocals/);
  });

  test("have the names of the wishes in every language", () => {
    expect(wordsOf("traurige Klaviermusik")).toBe("traurige klaviermusik\nsad, piano");
  });

  test("include the context", () => {
    expect(wordsOf("tense", "a lonely harbour")).toMatch(/tense\. a lonely harbour/);
  });

  test("are null if no wish has words", () => {
    expect(wordsOf("120 bpm")).toBeNull();
    expect(wordsOf("no drums")).toBeNull();
  });

  test("are bounded", () => {
    const words =
      wordsOf(`tense ${"harbour lights over the water ".repeat(60)}`, "lonely island at sea ".repeat(90)) ?? "";
    expect(words.length).toBeLessThanOrEqual(1_500);
    expect(words.length).toBeGreaterThan(1_000);
  });
});
