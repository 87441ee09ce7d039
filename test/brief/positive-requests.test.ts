import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { passageOf } from "../../src/brief/passage.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { readLines } from "../../src/brief/vocabulary-lines.ts";

const VOCABULARY = new URL("../../src/brief/vocabulary/", import.meta.url);

/** The names of all concepts, without the one that is a refusal itself. */
const NAMES = ["genre", "mood", "instrument", "characteristic"]
  .flatMap((facet) => readLines(readFileSync(new URL(`${facet}.txt`, VOCABULARY), "utf8")))
  .map(({ name }) => name)
  .filter((name) => name !== "no drums");

const FORMS = [
  (name: string) => name,
  (name: string) => `${name} piano`,
  (name: string) => `${name} music`,
  (name: string) => `${name}, piano, strings`,
];

/** Returns what a query avoids or excludes. */
function refusedIn(query: string): readonly string[] {
  const { avoided, constraints } = parseBrief({ query, context: null });
  return [
    ...avoided.flatMap(({ name, isEvidence }) => (isEvidence === true ? [] : [name])),
    ...constraints.flatMap((one) => (one.kind === "excluded" ? [one.name] : [])),
  ];
}

describe("a request that only names music", () => {
  test.each(["corporate", "cheesy", "dull", "dubstep", "boring", "corporate pop"])(
    "refuses nothing, whatever its words can criticise: %j",
    (name) => {
      for (const form of FORMS) expect(refusedIn(form(name))).toEqual([]);
    },
  );

  test("refuses nothing for any concept", () => {
    const wrong = NAMES.flatMap((name, at) => {
      const isAttitude = passageOf(name).attitudes.length > 0;
      const forms = isAttitude ? FORMS : FORMS.filter((_, place) => place === at % FORMS.length);
      return forms.map((form) => form(name)).filter((query) => refusedIn(query).length > 0);
    });
    expect(wrong).toEqual([]);
  }, 30_000);

  test.each([
    ["the last track was too cheesy, piano instead", "cheesy"],
    ["nothing corporate, just strings", "corporate"],
    ["the first round was dubstep and it was awful", "dubstep"],
  ])("still refuses what another word criticises: %j", (query, name) => {
    expect(refusedIn(query)).toContain(name);
  });
});
