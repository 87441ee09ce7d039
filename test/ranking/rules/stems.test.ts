import { describe, expect, test } from "bun:test";
import { search, song } from "../support.ts";

describe("the stems rule", () => {
  test("cuts songs without stems, and names the stems", () => {
    const songs = [true, false].map((hasStems) => song({ id: String(hasStems), hasStems, tags: { mood: ["calm"] } }));
    const { hits } = search(songs, "calm with stems");
    expect(hits.map(({ songId, reasons }) => [songId, reasons])).toEqual([["true", ["calm", "stems available"]]]);
  });
});
