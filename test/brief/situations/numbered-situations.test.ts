import { expect, test } from "bun:test";
import { numberedSituations } from "../../../src/brief/situations/numbered-situations.ts";
import { situations } from "../../../src/brief/situations/situation.ts";

test("numbered situations have the concepts and weights of the definitions, in their order", () => {
  const { all, names } = numberedSituations();
  const named = all.map(({ phrase, wants, wrong }) => ({
    phrase,
    wants: Array.from(wants.concepts, (concept, at) => ({ name: names[concept], weight: wants.weights[at] })),
    wrong: Array.from(wrong.concepts, (concept) => names[concept]),
  }));
  expect(named).toEqual(
    situations().map(({ phrase, wants, wrong }) => ({ phrase, wants: [...wants], wrong: [...wrong] })),
  );
});

test("a situation is spoiled by what its definition lists, by near kin, and by contraries of what suits it, but by nothing that suits", () => {
  const { all, names } = numberedSituations();
  const funeral = all.find(({ phrase }) => phrase === "the funeral");
  const spoils = new Map(
    Array.from(funeral?.spoils.concepts ?? [], (concept, at) => [names[concept], funeral?.spoils.weights[at]]),
  );
  expect(spoils.get("party")).toBe(1);
  expect(spoils.get("happy")).toBeGreaterThan(0.5);
  for (const name of ["sad", "melancholic", "slow", "piano"]) expect(spoils.has(name)).toBe(false);
});

test("nothing spoils a situation less than it suits it", () => {
  for (const { wants, spoils } of numberedSituations().all) {
    const suiting = new Map(Array.from(wants.concepts, (concept, at) => [concept, wants.weights[at] ?? 0]));
    for (const [at, concept] of spoils.concepts.entries())
      expect(spoils.weights[at]).toBeGreaterThan(suiting.get(concept) ?? 0);
  }
});
