import { describe, expect, test } from "bun:test";
import { ids, search, song, version } from "../support.ts";

const TAGS = { mood: ["calm"], instrument: ["piano", "voice"] };
const sungWithMix = song({
  id: "mix",
  tags: { ...TAGS, genre: ["ambient"] },
  audioFiles: [version("mix-sung", { vocals: "lead" }), version("mix-instrumental", { vocals: "none" })],
});
const instrumental = song({
  id: "instrumental",
  tags: { mood: ["calm"] },
  audioFiles: [version("i", { vocals: "none" })],
});
const openVoice = song({ id: "open-voice", tags: TAGS, audioFiles: [version("v")] });
const openPiano = song({ id: "open-piano", tags: { mood: ["calm"] }, audioFiles: [version("p")] });

describe("the voice evidence rule", () => {
  test("does not lower the instrumental mix of a sung song", () => {
    const { hits } = search([instrumental, sungWithMix, openVoice], "calm ambient piano, no vocals");
    expect(hits.map(({ songId }) => songId)).toEqual(["mix", "instrumental", "open-voice"]);
    expect(hits[0]?.audioFileId).toBe("mix-instrumental");
  });

  test("lowers a song with voice tags whose files have no vocals value", () => {
    expect(ids(search([openVoice, openPiano, instrumental], "calm, no vocals"))).toEqual([
      "instrumental",
      "open-piano",
      "open-voice",
    ]);
  });

  test("counts the tags as avoided if no file of the catalog has a vocals value", () => {
    expect(ids(search([openVoice, openPiano], "calm, no vocals"))[0]).toBe("open-piano");
  });

  test("lowers a song tagged rap, voice or singer-songwriter", () => {
    const unstated = [version("f")];
    for (const tags of [{ genre: ["rap"] }, { instrument: ["voice"] }, { genre: ["singer-songwriter"] }]) {
      const songs = [
        song({ id: "a", audioFiles: [version("a1")], tags: { mood: ["dark"], ...tags } }),
        song({ id: "b", audioFiles: unstated, tags: { mood: ["dark"], genre: ["ambient"] } }),
      ];
      expect(ids(search(songs, "dark, no vocals"))[0]).toBe("b");
    }
  });
});
