import { describe, expect, test } from "bun:test";
import { picture, sure } from "../../support/analyses.ts";
import { ids, searchBySight, song } from "../support.ts";

const tags = { mood: ["calm"] };
const beach = picture({ setting: sure("outdoor"), scenes: [sure("coast", 0.9)], time_of_day: sure("dusk") });

describe("the seen words rule", () => {
  test("finds words in titles, descriptions and tags", () => {
    const songs = [
      song({ id: "a-other", tags }),
      song({ id: "b-title", title: "The Beach Folds Up", tags }),
      song({ id: "c-text", description: "Written by the sea at sundown.", tags }),
      song({ id: "d-tag", tags: { mood: ["calm"], characteristic: ["twilight"] } }),
    ];
    expect(ids(searchBySight(songs, [beach])).at(-1)).toBe("a-other");
  });

  test("gives the place of a word as a reason", () => {
    const { hits } = searchBySight([song({ id: "a", title: "The Beach Folds Up", tags })], [beach]);
    expect(hits[0]?.reasons).toContain("title says 'beach'");
  });

  test("leaves out words that the text avoids", () => {
    const songs = [song({ id: "a", title: "Ocean", tags }), song({ id: "b", title: "Beach", tags })];
    expect(ids(searchBySight(songs, [beach], "calm, no ocean"))[0]).toBe("b");
  });
});
