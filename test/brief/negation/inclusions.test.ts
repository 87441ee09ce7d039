import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function read(query: string): { wanted: string[]; constraints: string[] } {
  const { wanted, constraints } = parseBrief({ query, context: null });
  return { wanted: wanted.map(({ name }) => name), constraints: constraints.map(describeConstraint).toSorted() };
}

describe("what a refusal includes", () => {
  test.each([
    "No vocals, including choirs.",
    "No vocals, and that includes choirs.",
    "No vocals. That includes choirs.",
    "No vocals (choirs included), please.",
    "Kein Gesang, auch keine Chöre.",
    "Kein Gesang, Chöre eingeschlossen.",
    "Kein Gesang, einschließlich Chöre.",
    "Kein Gesang, und das schließt Chöre ein.",
    "Pas de voix, chœurs compris.",
    "Pas de voix, y compris les chœurs.",
    "Sin voces, coros incluidos.",
    "Sin voces, incluidos los coros.",
    "Senza voci, cori compresi.",
    "Senza voci, compresi i cori.",
    "Sem vozes, incluindo coros.",
    "Sem vozes, coros incluídos.",
  ])("is refused, and the promise on voices stays: %s", (query) => {
    expect(read(query)).toEqual({ wanted: [], constraints: ["no choir", "no vocals"] });
  });

  test("ends with its clause", () => {
    expect(read("No drums, tambourine included. Warm piano.")).toEqual({
      wanted: ["warm", "piano"],
      constraints: ["no drums", "no tambourine"],
    });
  });
});

describe("what a wish includes", () => {
  test.each([
    ["Warm strings, including choirs.", "choir", []],
    ["No drums, warm voices including a choir.", "choir", ["no drums"]],
    ["No drums. Including a choir would be nice.", "choir", ["no drums"]],
    ["No drums, strings including cellos.", "cello", ["no drums"]],
    ["Cordes chaudes, chœurs compris, pas de batterie.", "choir", ["no drums"]],
    ["Cuerdas cálidas, coros incluidos.", "choir", []],
  ])("stays a wish: %s", (query, wanted, constraints) => {
    expect(read(query).wanted).toContain(wanted);
    expect(read(query).constraints).toEqual(constraints);
  });
});
