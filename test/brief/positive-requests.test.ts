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
    ["ukulele is corporate", "ukulele"],
    ["ukulele sounds corporate", "ukulele"],
    ["it sounded corporate and cheesy, try folk", "cheesy"],
    ["corporate is boring, piano instead", "boring"],
    ["corporate ukulele again? give us rock", "corporate"],
    ["corporate ukulele again? give us rock", "ukulele"],
    ["die Ukulele klang kitschig, lieber Klavier", "cheesy"],
    ["o ukulele soa brega, piano", "ukulele"],
  ])("still refuses what it criticises: %j", (query, name) => {
    expect(refusedIn(query)).toContain(name);
  });

  test.each([
    "the guitar is lazy and warm",
    "le piano est froid et triste",
    "das Klavier ist altmodisch und warm",
    "a guitarra é pesada, metal",
    "strings are sterile, cold and precise, we want that",
    "drums are overwhelming and epic",
    "the vocals are lazy and soulful",
    "make it sound cheesy",
    "this is corporate music for an explainer",
    "the music is corporate, bright and upbeat",
    "this is cheesy fun, ukulele",
    "could you send the corporate ukulele again?",
    "play that cheesy song again?",
    "same corporate feel again? yes please",
  ])("refuses nothing that it describes or asks for: %j", (query) => {
    expect(refusedIn(query)).toEqual([]);
  });

  test.each([
    ["zu kitschig, bitte Klavier", "cheesy"],
    ["too cheesy, piano please", "cheesy"],
    ["trop kitsch, piano", "cheesy"],
    ["demasiado cursi, piano", "cheesy"],
    ["troppo pacchiano, pianoforte", "cheesy"],
    ["too boring, more drums", "boring"],
    ["the drums are too loud", "loud"],
    ["das Schlagzeug ist zu laut", "loud"],
    ["the beat is too fast", "fast"],
  ])("does not want what there is too much of: %j", (query, name) => {
    const { wanted, avoided, constraints } = parseBrief({ query, context: null });
    expect(wanted.map((wish) => wish.name)).not.toContain(name);
    expect(avoided.map((wish) => wish.name)).toContain(name);
    expect(constraints).toEqual([]);
  });

  test("does not want the complaint about an earlier song", () => {
    const { wanted } = parseBrief({ query: "the ukulele track felt cheesy", context: null });
    expect(wanted.map(({ name }) => name)).not.toContain("cheesy");
  });

  test.each(["corporate ukulele for a bank", "something that feels corporate, with ukulele"])(
    "wants a quality that it only names: %j",
    (query) => {
      expect(refusedIn(query)).toEqual([]);
    },
  );
});
