import type { Mention, MentionRole } from "../../schema/brief.ts";
import { describe, expect, test } from "bun:test";
import { describeConstraint } from "../../src/ranking/describe-constraint.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { CONSTRAINTS } from "./suite/constraints.ts";
import { ERAS_AND_TEMPO } from "./suite/eras-and-tempo.ts";
import { LONG, LONG_TALK } from "./suite/long.ts";
import { NEGATIONS } from "./suite/negations.ts";
import { REFERENCES } from "./suite/references.ts";
import { SCENES } from "./suite/scenes.ts";
import type { Understood } from "./suite/understood.ts";

const SUITE: Readonly<Record<string, readonly Understood[]>> = {
  negations: NEGATIONS,
  constraints: CONSTRAINTS,
  "eras and tempo": ERAS_AND_TEMPO,
  scenes: SCENES,
  references: REFERENCES,
  length: LONG,
};

for (const [topic, briefs] of Object.entries(SUITE)) {
  describe(`of ${topic}`, () => {
    for (const expected of briefs) {
      const { brief, context = null } = expected;
      test(`"${brief.slice(0, 120)}"${context === null ? "" : ` with "${context.slice(0, 60)}"`} is understood`, () =>
        check(expected));
    }
  });
}

describe("a long brief", () => {
  const [harbour, ...others] = LONG.map(({ brief, context = null }) => parseBrief({ query: brief, context }));

  test("ignores the words about the job", () => {
    for (const brief of [harbour, ...others]) {
      const sought = brief?.text.map(({ word }) => word) ?? [];
      expect(sought.filter((word) => LONG_TALK.some((talk) => talk === word))).toEqual([]);
    }
  });

  test("reports what it ignored", () => {
    expect(harbour?.ignored).toEqual(
      expect.arrayContaining(["Our client hated the first three pitches", "The deadline is Thursday noon"]),
    );
  });

  test("weighs what it begins with and repeats above what it mentions once", () => {
    const weight = (name: string): number => harbour?.wanted.find((wish) => wish.name === name)?.weight ?? 0;
    expect(weight("melancholic")).toBeGreaterThan(weight("accordion"));
    expect(weight("intimate")).toBeGreaterThan(weight("accordion"));
    const lesser = harbour?.wanted.filter((wish) => !["melancholic", "cello", "intimate", "slow"].includes(wish.name));
    for (const wish of lesser ?? []) expect(wish.weight).toBeLessThanOrEqual(weight("melancholic"));
  });
});

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
  for (const name of expected.maybe ?? []) expect(offered(parsed.mentions, "by")).toContain(name);
  for (const name of expected.refuses ?? []) expect(offered(parsed.mentions, "not")).toContain(name);
}

function offered(mentions: readonly Mention[], role: MentionRole): string[] {
  return mentions.filter((mention) => mention.role === role).flatMap((mention) => mention.readings.flat());
}
