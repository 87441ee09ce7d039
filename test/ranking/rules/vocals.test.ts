import { describe, expect, test } from "bun:test";
import { ids, search, song, version } from "../support.ts";

const vocalWithMix = song({
  id: "vocal",
  tags: { mood: ["tense"] },
  audioFiles: [
    version("sung", { vocals: "lead" }),
    version("mix", { vocals: "none" }),
    version("drums", { vocals: "none", stem: true }),
  ],
});

describe("the vocals rule", () => {
  test("puts an instrumental mix forward for a brief without vocals", () => {
    const { hits } = search([vocalWithMix], "tense, no vocals");
    expect(hits[0]).toMatchObject({ audioFileId: "mix", verdicts: [{ constraint: "no vocals", verdict: "met" }] });
  });

  test("treats a song without files as unknown", () => {
    const ranking = search([song({ id: "a", tags: { mood: ["tense"] } })], "tense, no vocals");
    expect(ranking.hits[0]?.verdicts).toEqual([{ constraint: "no vocals", verdict: "unknown" }]);
    expect(ranking.hits[0]?.band).not.toBe("strong");
    expect(ranking.unserved).toEqual(["the catalog does not say of these songs: no vocals"]);
  });

  test('cuts background vocals for "no vocals", unless the brief allows a choir', () => {
    const songs = (["none", "background", "lead"] as const).map((vocals) =>
      song({ id: vocals, audioFiles: [version(`f-${vocals}`, { vocals })], tags: { mood: ["dark"] } }),
    );
    expect(ids(search(songs, "dark, no vocals")).toSorted()).toEqual(["none"]);
    expect(ids(search(songs, "dark, no vocals, but a choir is fine")).toSorted()).toEqual(["background", "none"]);
    expect(ids(search(songs, "dark, with or without vocals")).length).toBe(3);
  });

  test.each([
    ["tense, no vocals", ["vocal: instrumental mix", "silent: no vocals"]],
    ["tense, instrumental", ["backed: background vocals only", "vocal: instrumental mix", "silent: no vocals"]],
    ["tense, female vocals", ["vocal: lead vocals"]],
  ])("answers %j with the reasons %j", (query, expected) => {
    const silent = song({ id: "silent", tags: { mood: ["tense"] }, audioFiles: [version("s", { vocals: "none" })] });
    const backed = song({
      id: "backed",
      tags: { mood: ["tense"] },
      audioFiles: [version("b", { vocals: "background" })],
    });
    const { hits } = search([vocalWithMix, silent, backed], query);
    const told = hits.map(({ songId, reasons }) => `${songId}: ${reasons.at(-1)}`);
    expect(told.toSorted()).toEqual(expected.toSorted());
  });
});
