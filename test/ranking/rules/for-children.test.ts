import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song } from "../support.ts";

const index = indexOf([
  song({ id: "children", tags: { genre: ["children's", "indie pop"], mood: ["happy"], instrument: ["ukulele"] } }),
  song({ id: "lullaby", tags: { genre: ["lullaby", "indie pop"], mood: ["happy"], instrument: ["ukulele"] } }),
  song({ id: "plain", tags: { genre: ["zydeco", "indie pop"], mood: ["happy"], instrument: ["ukulele"] } }),
]);

/** Returns the scores of the songs for a long text with this sentence. */
function scoresWith(sentence: string): Readonly<Record<string, number>> {
  const context =
    "Commercial for a brand of cider, thirty seconds, for people between 25 and 40. A van stops at the lake, six friends get " +
    `out, a dog jumps into the water. ${sentence} We need happy indie pop with a ukulele. At the end we see the bottle.`;
  const { hits } = rank(index, parseBrief({ query: null, context }), { limit: 25 });
  return Object.fromEntries(hits.map(({ songId, score }) => [songId, score]));
}

describe("the rule for children's songs", () => {
  test("lowers them, and lullabies less, if a long text mentions no child", () => {
    const { children = 1, lullaby = 1, plain = 0 } = scoresWith("Somebody lights a fire.");
    expect(lullaby).toBeLessThan(plain);
    expect(children).toBeLessThan(lullaby);
  });

  test.each([
    "The youngest girl counts the stones.",
    "Die ganze Familie sitzt am Ufer.",
    "Un enfant court vers l'eau.",
    "La escuela acaba de cerrar.",
    "Un bambino corre verso il lago.",
    "As crianças correm para a água.",
  ])("lowers no song if the text says: %s", (sentence) => {
    const { children, lullaby, plain } = scoresWith(sentence);
    expect(plain).toBeGreaterThan(0);
    expect(children).toBe(plain);
    expect(lullaby).toBe(plain);
  });

  test("lowers no song for a short request", () => {
    const songs = [
      song({ id: "children", tags: { genre: ["children's"], mood: ["happy"], instrument: ["ukulele"] } }),
      song({ id: "plain", tags: { genre: ["pop"], mood: ["happy"] } }),
    ];
    expect(ids(search(songs, "happy ukulele"))[0]).toBe("children");
  });
});
