import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { vocabulary, vocabularyWith } from "../../src/brief/vocabulary.ts";
import { openOwnVocabulary, parseOwnVocabulary, readOwnVocabulary } from "../../src/search/own-vocabulary.ts";
import { silentLog } from "../../src/lib/log.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NOIR = {
  term: "desert noir",
  aliases: ["sandstone twang"],
  facet: "mood",
  means: { dark: 0.8, western: 0.7, slow: 0.5 },
  not: { happy: 0.7 },
} as const;

function wanted(query: string, own: Parameters<typeof vocabularyWith>[0]) {
  return parseBrief({ query, context: null }, vocabularyWith(own)).wanted;
}

describe("an operator's term", () => {
  test.each(["desert noir", "Desert-Noir", "sandstone twang", "desertnoir", "dessertnoir"])(
    "is a wish by every name and spelling of it: %s",
    (query) => {
      const [wish, ...rest] = wanted(query, [{ ...NOIR, aliases: [...NOIR.aliases] }]);
      expect(rest).toEqual([]);
      expect(wish).toMatchObject({ facet: "mood", name: "desert noir" });
      expect(wish?.kin).toContainEqual({ name: "western", weight: 0.7 });
      expect(wish?.kin).toContainEqual({ name: "happy", weight: -0.7 });
    },
  );

  test("needs the file", () => {
    expect(wanted("sandstone twang", []).map(({ name }) => name)).not.toContain("desert noir");
  });

  test("adds to a built-in term, overrides a weight, and removes one", () => {
    const ours = vocabulary()
      .concept("tense")
      ?.kin.map(({ name }) => name);
    expect(ours).toContain("dramatic");
    const own = { term: "tense", aliases: ["buttock clencher"], means: { "glass harp": 0.4, dramatic: 0 } };
    const [wish] = wanted("a buttock clencher", [own]);
    expect(wish?.name).toBe("tense");
    expect(wish?.facet).toBe("mood");
    expect(wish?.kin).toContainEqual({ name: "glass harp", weight: 0.4 });
    expect(wish?.kin.filter(({ name }) => name === "dramatic")).toEqual([]);
  });

  test("has priority over a built-in scene with the same name", () => {
    const own = { term: "heist", facet: "characteristic", means: { banjo: 1 } } as const;
    expect(wanted("heist", [own]).map(({ name }) => name)).toEqual(["heist"]);
    expect(wanted("heist", []).length).toBeGreaterThan(1);
  });
});

describe("reading vocabulary.jsonl", () => {
  test("accepts valid lines, and reports for each invalid one what was expected and what was found", () => {
    const { terms, faults } = parseOwnVocabulary(
      [
        JSON.stringify(NOIR),
        "",
        "desert noir = dark",
        '["dark"]',
        '{"aliases":["x"]}',
        '{"term":"a","means":{"dark":1.5}}',
        '{"term":"b","colour":"red"}',
        '{"term":"…"}',
        '{"term":"one two three four five six"}',
        '{"term":"Desert-Noir"}',
        `{"term":"long","aliases":["${"x".repeat(5000)}"]}`,
        '{"term":"c","facet":"weather"}',
        '{"term":"slow noir","aliases":["noir, slow"]}',
      ].join("\r\n"),
    );
    expect(terms.map(({ term }) => term)).toEqual(["desert noir", "slow noir"]);
    expect(faults.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(faults.every(({ severity }) => severity === "error")).toBe(true);
    expect(faults[0]?.message).toBe("expected a JSON object, got desert noir = dark");
    expect(faults[3]?.message).toContain("/means/dark, got 1.5");
    expect(faults[7]?.message).toContain("line 1 has it");
  });

  test("hints at a name that can be a typing error, and uses it anyway", () => {
    const { terms, faults } = parseOwnVocabulary('{"term":"desert noir","means":{"westren":0.7,"zither quokka":1}}');
    expect(terms).toHaveLength(1);
    expect(faults.map(({ severity }) => severity)).toEqual(["hint", "hint"]);
    expect(faults[0]?.message).toContain('did you mean "western"?');
  });

  test("stops at 10,000 lines and reports it", () => {
    const lines = Array.from({ length: 10_002 }, (_, at) => `{"term":"t${at}"}`);
    const { terms, faults } = parseOwnVocabulary(lines.join("\n"));
    expect(terms).toHaveLength(10_000);
    expect(faults.map(({ line }) => line)).toEqual([10_001]);
  });
});

describe("the file", () => {
  let folder: string;

  beforeEach(() => void (folder = temporaryFolder()));

  test("can be missing", () => {
    expect(readOwnVocabulary(folder)).toBeNull();
    expect(openOwnVocabulary(folder, silentLog)).toBe(vocabulary());
  });

  test("that is a folder, too large or not text does not change searches", () => {
    const path = join(folder, "vocabulary.jsonl");
    for (const content of [new Uint8Array([0xff, 0xfe, 0x00]), "x".repeat(1024 * 1024 + 1)]) {
      writeFileSync(path, content);
      expect(readOwnVocabulary(folder)).toMatchObject({ terms: [], faults: [{ line: 0, severity: "error" }] });
    }
    rmSync(path);
    mkdirSync(path);
    expect(readOwnVocabulary(folder)?.faults).toHaveLength(1);
  });

  test("is logged for each invalid line", () => {
    writeFileSync(join(folder, "vocabulary.jsonl"), `${JSON.stringify(NOIR)}\nnonsense\n`);
    const warned: object[] = [];
    const known = openOwnVocabulary(folder, { ...silentLog, warn: (fields) => void warned.push(fields) });
    expect(known.concept("desert noir")).toBeDefined();
    expect(warned).toMatchObject([{ line: 2 }]);
  });
});
