import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { rank } from "../../../src/ranking/rank.ts";
import { ids, indexOf, search, song, version } from "../support.ts";

const artists = [{ id: "ada", name: "Ada Field" }];
const tags = { mood: ["tense", "dark"], instrument: ["synth"] };
const nightDrive = (id: string, title: string, vocals: "lead" | "none" = "lead") =>
  song({ id, title, artists, tags, audioFiles: [version(`${id}-file`, { vocals })] });

const catalog = [
  nightDrive("a-main", "Night Drive"),
  nightDrive("b-instrumental", "Night Drive (Instrumental)", "none"),
  nightDrive("c-short", "Night Drive - 60s"),
  nightDrive("d-second", "Night Drive v2"),
  nightDrive("e-remix", "Night Drive (Kilo Remix)"),
  song({ id: "f-other", title: "Night Drive", artists: [{ id: "bo", name: "Bo" }], tags }),
  song({ id: "g-else", title: "Glass Harbour", artists: [{ id: "cy", name: "Cy" }], tags }),
];

describe("the versions rule", () => {
  test("gives versions one place, that of the best, but not remixes and songs of other artists", () => {
    expect(ids(search(catalog, "tense and dark"))).toEqual(["a-main", "e-remix", "f-other", "g-else"]);
  });

  test("gives a reason that names the other versions", () => {
    expect(search(catalog, "tense and dark").hits[0]?.reasons).toContain("also in 3 other versions");
    const two = catalog.slice(0, 2);
    expect(search(two, "tense and dark").hits[0]?.reasons).toContain("also in another version");
  });

  test("keeps the version that meets the constraint", () => {
    const found = ids(search(catalog, "tense and dark, instrumental"));
    expect(found).toContain("b-instrumental");
    expect(found.filter((id) => /^[a-d]-/.test(id))).toEqual(["b-instrumental"]);
  });

  test("keeps all versions if the brief says their title", () => {
    for (const query of ['"Night Drive"', "the night drive", "Night Drive, tense"]) {
      const found = ids(search(catalog, query));
      expect(found.filter((id) => /^[a-d]-/.test(id)).toSorted()).toEqual([
        "a-main",
        "b-instrumental",
        "c-short",
        "d-second",
      ]);
    }
  });

  test("keeps untitled pieces of one artist with different tags", () => {
    const untitled = ["tense", "dark", "eerie"].map((mood, at) =>
      song({ id: `u${at}`, title: "Untitled", artists, tags: { mood: [mood], genre: [`genre ${at}`] } }),
    );
    expect(ids(search(untitled, "tense, dark, eerie")).length).toBe(3);
  });

  test("gives the free places to other songs", () => {
    const copies = Array.from({ length: 30 }, (_, at) => nightDrive(`a${at}`, `Night Drive v${at}`));
    const others = Array.from({ length: 9 }, (_, at) => song({ id: `z${at}`, tags: { mood: ["tense"] } }));
    expect(ids(search([...copies, ...others], "tense and dark", 10)).length).toBe(10);
  });

  test("names the other versions in the trace", () => {
    const { traces } = rank(indexOf(catalog), parseBrief({ query: "tense and dark", context: null }), {
      limit: 5,
      traces: true,
    });
    expect(traces[0]?.parts.filter(({ kind }) => kind === "move")).toMatchObject([
      { rule: "versions", description: "shown instead of 3 other versions: b-instrumental, c-short, d-second" },
    ]);
  });
});
