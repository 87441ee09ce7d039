import { describe, expect, test } from "bun:test";
import { describeConstraint } from "../../src/brief/describe-constraint.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { NEGATIONS } from "./suite/negations.ts";
import type { Understood } from "./suite/understood.ts";

const SUITE: Readonly<Record<string, readonly Understood[]>> = {
  negations: NEGATIONS,
};

for (const [topic, briefs] of Object.entries(SUITE)) {
  describe(`of ${topic}`, () => {
    for (const expected of briefs) {
      const { brief, context = null } = expected;
      test(`"${brief}"${context === null ? "" : ` with "${context}"`} is understood`, () => check(expected));
    }
  });
}

function check(expected: Understood): void {
  const parsed = parseBrief({ query: expected.brief, context: expected.context ?? null });
  const wanted = parsed.wanted.map((wish) => wish.name);
  const avoided = parsed.avoided.map((wish) => wish.name);
  const words = (sign: number): string[] =>
    parsed.text.filter(({ weight }) => weight * sign > 0).map(({ word }) => word);

  expect(wanted).toEqual(expect.arrayContaining([...(expected.wants ?? [])]));
  expect(avoided).toEqual(expect.arrayContaining([...(expected.avoids ?? [])]));
  if (expected.avoids?.length === 0) expect(avoided).toEqual([]);
  for (const name of [...(expected.notWanted ?? []), ...(expected.avoids ?? [])]) expect(wanted).not.toContain(name);
  for (const name of expected.notAvoided ?? []) expect(avoided).not.toContain(name);
  expect(words(1)).toEqual(expect.arrayContaining([...(expected.text ?? [])]));
  expect(words(-1)).toEqual(expect.arrayContaining([...(expected.against ?? [])]));
  if (expected.against?.length === 0) expect(words(-1)).toEqual([]);
  if (expected.constraints !== undefined)
    expect(parsed.constraints.map(describeConstraint).toSorted()).toEqual(expected.constraints.toSorted());
  if (expected.ignored !== undefined) expect(parsed.ignored).toEqual(expected.ignored);
  if (expected.names !== undefined) {
    const certain = parsed.mentions.filter((mention) => mention.certain);
    const names = certain.map(({ role, readings }) => `${role} ${(readings[0] ?? []).join(" + ")}`);
    expect(names.toSorted()).toEqual(expected.names.toSorted());
  }
}
