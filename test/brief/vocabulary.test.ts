import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tagKey, wordKey } from "../../src/text/keys.ts";
import { vocabulary } from "../../src/brief/vocabulary.ts";
import { SCENE_FILES } from "../../src/brief/vocabulary/scenes.ts";

// People edit the vocabulary by hand; these tests find mistakes that the reader accepts.

const FOLDER = join(import.meta.dir, "../../src/brief/vocabulary");
const CONCEPT_FILES = ["genre", "mood", "instrument", "characteristic"] as const;
const CONCEPTS_MIN = 1250;
const SCENES_MIN = 1500;
/** Concepts and scenes together. */
const ENTRIES_MIN = 2700;
/** The longest phrase that is looked for, in words. */
const PHRASE_WORDS_MAX = 5;

interface Entry {
  readonly file: string;
  readonly line: string;
  readonly columns: readonly string[];
  readonly name: string;
  readonly phrases: readonly string[];
  readonly kin: readonly Weighted[];
  readonly against: readonly Weighted[];
}

interface Weighted {
  readonly text: string;
  readonly name: string;
  readonly isFamily: boolean;
  readonly isWellFormed: boolean;
}

const concepts = CONCEPT_FILES.flatMap((file) => entries(file, readFileSync(join(FOLDER, `${file}.txt`), "utf8")));
const scenes = Object.entries(SCENE_FILES).flatMap(([file, text]) => entries(file, text));

function entries(file: string, text: string): Entry[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const columns = line.split("|").map((column) => column.trim());
      const [name = "", phrases = "", kin = "", against = ""] = columns;
      return { file, line, columns, name, phrases: listed(phrases), kin: weighted(kin), against: weighted(against) };
    });
}

function listed(column: string): string[] {
  return column === "" ? [] : column.split(",").map((part) => part.trim());
}

function weighted(column: string): Weighted[] {
  return listed(column).map((text) => {
    const [, mark = "", name = ""] = /^(\^?)(\S.*?) (?:1|0?\.\d{1,2})$/.exec(text) ?? [];
    return { text, name, isFamily: mark === "^", isWellFormed: name !== "" };
  });
}

/** Returns every phrase of an entry as a brief would say it, its name first. */
function phrasesOf({ name, phrases }: Entry): string[] {
  return [name, ...phrases.map((phrase) => phrase.replace(/^~/, ""))];
}

function twice(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.size === seen.add(key).size);
}

function isKnown(name: string): boolean {
  return vocabulary().concept(name) !== undefined;
}

/** Whether a name is another name of a concept: kin can be tags as catalogs write them ("film", "groove"). */
function isOtherName(name: string): boolean {
  return (vocabulary().meaning(wordKey(name), tagKey(name))?.concepts.length ?? 0) > 0;
}

describe("a line of the vocabulary", () => {
  test("has a name and at most four columns", () => {
    const wrong = [...concepts, ...scenes].filter(({ columns, name }) => name === "" || columns.length > 4);
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });

  test("has no empty entry", () => {
    const wrong = [...concepts, ...scenes].filter((entry) => phrasesOf(entry).includes(""));
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });

  test("gives every kin and contrary a weight up to 1", () => {
    const wrong = [...concepts, ...scenes].flatMap(({ name, kin, against }) =>
      [...kin, ...against].filter((one) => !one.isWellFormed).map(({ text }) => `${name}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  test("has no phrase longer than a brief's phrases can be", () => {
    expect(vocabulary().phraseWordsMax).toBe(PHRASE_WORDS_MAX);
    const long = [...concepts, ...scenes]
      .flatMap(phrasesOf)
      .filter((phrase) => phrase.split(/[\s-]+/).length > PHRASE_WORDS_MAX);
    expect(long).toEqual([]);
  });

  test("does not name the same kin twice, nor as kin and contrary", () => {
    const wrong = [...concepts, ...scenes].flatMap(({ name, kin, against }) =>
      twice([...kin, ...against].map((one) => one.name)).map((one) => `${name}: ${one}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("concepts", () => {
  test("are many, with distinct names", () => {
    expect(concepts.length).toBeGreaterThanOrEqual(CONCEPTS_MIN);
    expect(twice(concepts.map(({ name }) => wordKey(name)))).toEqual([]);
  });

  test("are found by their names", () => {
    const lost = concepts.filter(
      ({ name }) => vocabulary().meaning(wordKey(name), tagKey(name))?.concepts[0]?.name !== name,
    );
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  test("name kin and contraries that are concepts or their other names", () => {
    const unknown = concepts.flatMap(({ name, kin, against }) =>
      [...kin, ...against]
        .filter((one) => !isKnown(one.name) && !isOtherName(one.name))
        .map((one) => `${name}: ${one.text}`),
    );
    expect(unknown).toEqual([]);
  });

  test("belong to at most one family, which is another concept", () => {
    const wrong = concepts.filter(({ name, kin }) => {
      const families = kin.filter((one) => one.isFamily);
      return families.length > 1 || families.some((family) => !isKnown(family.name) || family.name === name);
    });
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });
});

describe("scenes", () => {
  test("are many", () => {
    expect(scenes.length).toBeGreaterThanOrEqual(SCENES_MIN);
    expect(concepts.length + scenes.length).toBeGreaterThanOrEqual(ENTRIES_MIN);
  });

  test("come from every file of the folder", () => {
    const files = Array.from(new Bun.Glob("*.txt").scanSync(join(FOLDER, "scenes")));
    expect(Object.keys(SCENE_FILES)).toHaveLength(files.length);
  });

  test("have no phrase twice, in any file", () => {
    expect(twice(scenes.flatMap(phrasesOf).map(wordKey))).toEqual([]);
  });

  test("are found by each of their phrases", () => {
    const lost = scenes.flatMap((entry) =>
      phrasesOf(entry)
        .filter((phrase) => vocabulary().meaning(wordKey(phrase), tagKey(phrase))?.scene?.name !== entry.name)
        .map((phrase) => `${entry.name}: ${phrase}`),
    );
    expect(lost).toEqual([]);
  });

  test("ask for several things, all of them concepts", () => {
    expect(scenes.filter(({ kin }) => kin.length < 2).map(({ name }) => name)).toEqual([]);
    const unknown = scenes.flatMap(({ name, kin, against }) =>
      [...kin, ...against].filter((one) => !isKnown(one.name)).map((one) => `${name}: ${one.text}`),
    );
    expect(unknown).toEqual([]);
  });

  test("have no partial phrases and no family, which only concepts have", () => {
    const wrong = scenes.filter(
      ({ phrases, kin }) => phrases.some((phrase) => phrase.startsWith("~")) || kin.some((one) => one.isFamily),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe("a phrase", () => {
  const meaning = (phrase: string) => vocabulary().meaning(wordKey(phrase), tagKey(phrase));

  test("is looked up by its words before their stems", () => {
    // Both share the stem "convent".
    expect(meaning("convent")?.scene?.name).toBe("priest");
    expect(meaning("convention")?.scene?.name).toBe("trade fair");
  });

  test("can be a concept and a scene at once", () => {
    const betrayal = meaning("betrayal");
    expect(betrayal?.concepts.map(({ name }) => name)).toEqual(["betrayal"]);
    expect(betrayal?.scene?.wants.map(({ name }) => name)).toContain("dramatic");
  });

  test("has no meaning if it is unknown", () => {
    expect(meaning("quarterly flamingo")).toBeUndefined();
  });
});
