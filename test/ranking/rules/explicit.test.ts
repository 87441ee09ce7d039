import { describe, expect, test } from "bun:test";
import { search, song } from "../support.ts";

const songs = [true, false, null].map((explicit) => song({ id: String(explicit), explicit, tags: { mood: ["calm"] } }));

describe("the explicit rule", () => {
  test.each([
    ["calm, clean lyrics", ["false: met", "null: unknown"], "no explicit lyrics"],
    ["calm, explicit lyrics", ["true: met", "null: unknown"], "calm"],
  ])("answers %j with %j", (query, verdicts, reason) => {
    const { hits } = search(songs, query);
    expect(hits.map((hit) => `${hit.songId}: ${hit.verdicts[0]?.verdict}`)).toEqual(verdicts);
    expect(hits[0]?.reasons.at(-1)).toBe(reason);
  });
});
