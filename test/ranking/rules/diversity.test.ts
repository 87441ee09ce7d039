import { describe, expect, test } from "bun:test";
import { ids, search, song, version } from "../support.ts";

describe("the diversity rule", () => {
  test("gives an artist at most two of the first ten places", () => {
    const artists = [{ id: "x", name: "Ada" }];
    const same = Array.from({ length: 6 }, (_, at) =>
      song({ id: `a${at}`, artists, tags: { mood: ["tense"], genre: ["jazz"] } }),
    );
    const others = Array.from({ length: 12 }, (_, at) => song({ id: `b${at}`, tags: { mood: ["tense"] } }));
    const first = ids(search([...same, ...others], "tense jazz")).slice(0, 10);
    expect(first.filter((id) => id.startsWith("a"))).toEqual(["a0", "a1"]);
  });

  test("gives one artist all places if there are no other artists", () => {
    const artists = [{ id: "x", name: "Ada" }];
    const same = Array.from({ length: 4 }, (_, at) => song({ id: `a${at}`, artists, tags: { mood: ["tense"] } }));
    expect(ids(search(same, "tense"))).toEqual(["a0", "a1", "a2", "a3"]);
  });

  test("never moves a doubtful song above one that meets every constraint", () => {
    const artists = [{ id: "x", name: "Ada" }];
    const kept = Array.from({ length: 4 }, (_, at) =>
      song({ id: `a${at}`, artists, tags: { mood: ["tense"] }, audioFiles: [version(`f${at}`, { vocals: "none" })] }),
    );
    const doubtful = song({ id: "b", tags: { mood: ["tense"] } });
    expect(ids(search([...kept, doubtful], "tense, no vocals"))).toEqual(["a0", "a1", "a2", "a3", "b"]);
  });

  test("is off if the brief asks for an artist by name", () => {
    const artists = [{ id: "x", name: "Ada Holt" }];
    const own = Array.from({ length: 4 }, (_, at) => song({ id: `a${at}`, artists, tags: { mood: ["tense"] } }));
    const other = song({ id: "b", tags: { mood: ["tense"] } });
    expect(ids(search([...own, other], "tense songs by Ada Holt")).slice(0, 4)).toEqual(["a0", "a1", "a2", "a3"]);
  });
});
