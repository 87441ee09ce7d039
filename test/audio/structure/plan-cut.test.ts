import { describe, expect, test } from "bun:test";
import { CUT_ENDINGS } from "../../../schema/wire/cut.ts";
import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { type CutPlan, planCut } from "../../../src/audio/structure/plan-cut.ts";
import { runSteps } from "../../../src/lib/steps.ts";
import { structureLike } from "../../support/structure-like.ts";

const BAR = 2.05;
const BARS = 40;
const downbeats = Array.from({ length: BARS }, (_, bar) => 0.1 + bar * BAR);
const last = downbeats.at(-1) ?? 0;

/** 40 bars of four chords that repeat, and a last chord that rings for 3 seconds. */
const piece = structureLike({
  duration: last + 3.5,
  downbeats,
  closes: downbeats.map((_, bar) => (bar % 4 === 0 || bar === BARS - 1 ? 1 : 0.2)),
  sections: [0, 8, 24].map((bar, at, all) => ({
    from: downbeats[bar] ?? 0,
    to: downbeats[all[at + 1] ?? BARS] ?? last + 3,
    label: "ABC"[at] ?? "A",
    energy: 1,
  })),
  starts_at: 0.1,
  ends_at: last + 3,
  ending: "ring_out",
  edits: downbeats.flatMap((_, leave) =>
    [4, 8, 16, 24, -4, -8].flatMap((by) => {
      const enter = leave + by;
      return leave > 0 && enter > 0 && enter < BARS - 1 ? [{ leave, enter, likeness: 0.95 }] : [];
    }),
  ),
});

const planOf = (...wanted: Parameters<typeof planCut>): CutPlan | null => runSteps(planCut(...wanted));

function lengthOf({ parts, silence }: CutPlan): number {
  return parts.reduce((sum, { from, to }) => sum + to - from, silence);
}

function expectOnBarLines({ parts, joins }: CutPlan, { downbeats: lines }: StructureDocument): void {
  const isLine = (time: number): boolean => lines.some((line) => Math.abs(line - time) < 1e-6);
  expect(joins.flatMap(({ leave, enter }) => [leave, enter]).filter((time) => !isLine(time))).toEqual([]);
  expect(joins.map(({ leave, enter }) => [leave, enter])).toEqual(
    parts.slice(1).map(({ from }, at) => [parts[at]?.to ?? 0, from]),
  );
}

describe("a cut", () => {
  test("has exactly its length, and is joined on bar lines only", () => {
    for (const seconds of [5, 7.13, 10, 15, 20, 29.97, 30, 45, 60, 83.11, 120, 300]) {
      for (const ending of CUT_ENDINGS) {
        const plan = planOf(piece, seconds, ending);
        expect(plan === null ? `no plan for ${seconds} ${ending}` : lengthOf(plan)).toBeCloseTo(seconds, 6);
        if (plan !== null) expectOnBarLines(plan, piece);
      }
    }
  });

  test("of a long piece is planned in as many steps as it can have bars", () => {
    expect([...planCut(piece, 60, "button")].length).toBeGreaterThan(60 / BAR);
  });

  test("begins and ends as the piece does, with one join, if like bars allow it", () => {
    const plan = planOf(piece, 15 * BAR + 3.1, "natural");
    expect(plan?.joins).toHaveLength(1);
    expect(plan?.parts[0]?.from).toBeLessThan(0.1);
    expect(plan?.parts.at(-1)?.to).toBeGreaterThan(last + 1);
    expect(plan?.silence).toBeLessThan(BAR);
  });

  test("that is longer than the piece repeats bars", () => {
    const plan = planOf(piece, 120, "natural");
    expect(plan?.joins.some(({ leave, enter }) => enter < leave)).toBe(true);
  });

  test("of the piece's own length is the piece", () => {
    expect(planOf(piece, piece.duration, "button")).toMatchObject({
      parts: [{ from: 0, to: piece.duration }],
      fade: 0,
      silence: 0,
    });
  });

  test("of a sound without a pulse is its beginning, which fades out; nothing is made longer", () => {
    const free = structureLike({ ...piece, pulse: null, beats: [], downbeats: [], closes: [], edits: [] });
    expect(planOf(free, 30, "button")).toMatchObject({ ending: "fade", joins: [], silence: 0 });
    expect(planOf(free, 120, "button")).toBeNull();
  });

  test("of unlike bars is joined at the border of a section, and says that they are unlike", () => {
    const unlike = planOf({ ...piece, edits: [] }, 100, "natural");
    expect(unlike === null ? 0 : lengthOf(unlike)).toBeCloseTo(100, 6);
    expect(unlike?.joins.map(({ likeness }) => likeness) ?? []).toContain(null);
  });
});
