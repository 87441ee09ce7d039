import { afterAll, expect, test } from "bun:test";
import { ConsoleState } from "../support/console-state.ts";

interface Language {
  readonly regionalLanguage: (language: string) => string;
}

const { regionalLanguage } = await new ConsoleState().load<Language>("lib/language.ts");

function prefer(languages: readonly string[]): void {
  Object.defineProperty(navigator, "languages", { value: languages, configurable: true });
}

afterAll(() => prefer(["en"]));

test.each([
  ["en", ["de-DE", "en-IE", "en-US"], "en-IE"],
  ["en", ["en", "de-DE"], "en"],
  ["de", ["en-GB", "de-AT"], "de-AT"],
  ["fr", ["en-GB"], "fr"],
] as const)("dates on a page in %s, for a browser in %p, are those of %s", (language, languages, region) => {
  prefer(languages);
  expect(regionalLanguage(language)).toBe(region);
});
