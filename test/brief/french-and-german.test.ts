import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { FRENCH_AND_GERMAN } from "./foreign-briefs-fr-de.ts";

describe("a brief in French or German", () => {
  test.each(FRENCH_AND_GERMAN.map((brief) => [brief.text, brief] as const))("%s", (text, asked) => {
    const brief = parseBrief({ query: text, context: null });
    const names = (wishes: readonly { readonly name: string }[]): string[] => wishes.map(({ name }) => name);
    expect(names(brief.wanted)).toEqual(expect.arrayContaining([...asked.wanted]));
    expect(names(brief.avoided)).toEqual(expect.arrayContaining([...asked.avoided]));
    expect(brief.constraints.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...asked.constraints]));
  });
});
