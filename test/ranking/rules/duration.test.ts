import { describe, expect, test } from "bun:test";
import { search, song, version } from "../support.ts";

describe("the duration rule", () => {
  test("puts forward the version nearest to the wanted length, of those that meet every constraint", () => {
    const cuts = song({
      id: "cuts",
      tags: { mood: ["tense"] },
      audioFiles: [
        version("full", { vocals: "none", duration: 183 }),
        version("28", { vocals: "none", duration: 28 }),
        version("30-sung", { vocals: "lead", duration: 30 }),
        version("30", { vocals: "none", duration: 30 }),
        version("30-again", { vocals: "none", duration: 30 }),
        version("unknown", { vocals: "none" }),
        version("30-stem", { vocals: "none", duration: 30, stem: true }),
      ],
    });
    const file = (query: string): string | null | undefined => search([cuts], query).hits[0]?.audioFileId;
    expect(file("tense, :30, no vocals")).toBe("30");
    expect(file("tense, 30 seconds")).toBe("30-sung");
    expect(file("tense, no vocals, about 3 minutes")).toBe("full");
    expect(file("tense, no vocals, under two minutes")).toBe("30");
    expect(file("tense, no vocals")).toBe("full");
  });

  test("cuts a song without a version of that length, doubts one of unknown length, and names the length", () => {
    const songs = [30, 60, 95, null].map((duration) =>
      song({ id: String(duration), tags: { mood: ["tense"] }, audioFiles: [version(`f${duration}`, { duration })] }),
    );
    const { hits } = search(songs, "tense, 60 seconds");
    expect(hits.map(({ songId, verdicts }) => [songId, verdicts[0]?.verdict])).toEqual([
      ["60", "met"],
      ["null", "unknown"],
    ]);
    expect(hits[0]?.reasons).toEqual(["tense", "1:00 long"]);
  });
});
