import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { resolveMentions } from "../../../src/ranking/resolve-mentions.ts";
import { ownTagsRule } from "../../../src/ranking/rules/own-tags.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song } from "../support.ts";

const brassy = song({ id: "brassy", tags: { instrument: ["brass"] } });
const alone = song({ id: "alone", tags: { characteristic: ["no other instruments"] } });
const calm = song({ id: "calm", tags: { mood: ["calm"] } });

describe("a catalog's own tags", () => {
  test("are found with their words in another order, and with grammar between them", () => {
    const poor = song({ id: "poor", tags: { characteristic: ["poor audio quality"] } });
    expect(ids(search([poor, calm], "the audio quality is poor"))).toEqual(["poor"]);
  });

  test("are found before a final 'music', which is no part of a tag", () => {
    const noir = song({ id: "noir", tags: { mood: ["desert noir music"] } });
    expect(ids(search([noir, calm], "something desert noir"))).toEqual(["noir"]);
    expect(ids(search([noir, calm], "desert noir music and"))).toEqual(["noir"]);
  });

  describe("that join two words", () => {
    const genre = ["drum & bass", "sports & action", "action & adventure", "children & family", "news & documentary"];
    const index = indexOf([song({ id: "a", tags: { genre } }), calm]);
    const tagsIn = (query: string): string[] => {
      const { brief } = resolveMentions(index, parseBrief({ query, context: null }));
      return (ownTagsRule.prepare(index, brief, null).asks ?? []).map(({ sought }) => sought.name);
    };

    test("are found as they are written if the words are instruments", () => {
      expect(tagsIn("guitar, drums and bass")).toEqual([]);
      expect(tagsIn("guitar, bass and drums")).toEqual([]);
      expect(tagsIn("calm drum and bass")).toContain("drum and bass");
    });

    test.each([
      ["sport and action", "sport and action"],
      ["adventure and action", "action adventure"],
      ["family and children", "children family"],
      ["documentary news", "news documentary"],
    ])("are found by inflection and in another order otherwise: %s", (query, name) => {
      expect(tagsIn(query)).toContain(name);
    });
  });

  test("are found with their negation", () => {
    expect(ids(search([alone, calm], "solo, no other instruments"))).toEqual(["alone"]);
  });

  test.each(["avoid: drums, brass", "no drums, brass or choir", "no vocals, brass or drums"])(
    'are not looked for among avoided words: "%s"',
    (brief) => {
      expect(ids(search([brassy, calm], brief))).toEqual([]);
    },
  );

  test("are found although the vocabulary does not know them", () => {
    const songs = [song({ id: "a", tags: { mood: ["desert noir"] } }), song({ id: "b", tags: { mood: ["sea blue"] } })];
    expect(ids(search(songs, "something desert noir"))).toEqual(["a"]);
  });

  test("are found in the words of a constraint or a negation", () => {
    const silent = song({ id: "z", tags: { characteristic: ["no voice"], genre: ["ambient"] } });
    const solo = song({ id: "y", tags: { characteristic: ["no other instruments"], genre: ["ambient"] } });
    const plain = song({ id: "a", tags: { genre: ["ambient"] } });
    expect(ids(search([plain, silent], "ambient, no voice"))).toEqual(["z", "a"]);
    expect(ids(search([plain, solo], "ambient, no other instruments"))).toEqual(["y", "a"]);
  });

  test("count more among many details if they meet no wish", () => {
    const index = indexOf([song({ id: "a", tags: { mood: ["desert noir"] } }), calm]);
    const weightIn = (query: string): number => {
      const { brief } = resolveMentions(index, parseBrief({ query, context: null }));
      const { asks = [] } = ownTagsRule.prepare(index, brief, null);
      return asks.find(({ sought }) => sought.name === "desert noir")?.weight ?? 0;
    };
    const few = weightIn("desert noir with piano");
    const many = weightIn(
      "desert noir with piano, violin, cello, harp, flute, drums, tuba, trumpet, banjo, accordion and choir",
    );
    expect(few).toBeGreaterThan(0);
    expect(many).toBeGreaterThan(1.2 * few);
  });

  test("count once in a short brief if they also meet a wish", () => {
    const parts = rank(indexOf([brassy, calm]), parseBrief({ query: "calm brass", context: null }), {
      limit: 5,
      traces: true,
    }).traces.flatMap((trace) => trace.parts);
    expect(parts.some((part) => part.kind === "wish" && part.rule === "facet match")).toBe(true);
    expect(parts.filter((part) => part.kind === "wish" && part.rule === "own tags")).toEqual([]);
  });

  test("is not made of one end of a joined phrase", () => {
    const tagged = (id: string, ...genre: string[]) => song({ id, tags: { genre } });
    const songs = [tagged("soul blues", "soul blues"), tagged("rhythm and blues", "rhythm and blues", "soul")];
    expect(ids(search(songs, "old soul or rhythm and blues"))[0]).toBe("rhythm and blues");
    const blues = [tagged("blues", "blues"), tagged("rhythm and blues", "rhythm and blues")];
    expect(ids(search(blues, "rhythm and blues"))[0]).toBe("rhythm and blues");
  });
});
