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
