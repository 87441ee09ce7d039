/*
 * The kernel and the plain scanner give over the same bytes:
 * 1. the same songs in the same order, with the same scores and doubts, and as many cut;
 * 2. for any asks: one term or several, for or against, more asks than there are marks;
 * 3. for any judge: the bar rises while songs are found, and stays low while doubtful songs are kept;
 * 4. across blocks, and after an error in a judge.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compileKernel } from "../../scripts/build/compile-kernel.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import type { ConstraintJudge } from "../../src/ranking/constraint-judge.ts";
import { indexMemory } from "../../src/ranking/kernel/index-memory.ts";
import { NO_SCREEN } from "../../src/ranking/kernel/screen.ts";
import { KERNEL_BASE64 } from "../../src/ranking/kernel/kernel-bytes.ts";
import { planScan } from "../../src/ranking/plan.ts";
import { rank } from "../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import { type Ask, soughtWord } from "../../src/ranking/rule.ts";
import { type Scanned, scan } from "../../src/ranking/scan.ts";
import { packed, song } from "./support.ts";

const TAGS = ["tense", "happy", "calm", "dark", "jazz", "rock", "piano", "voice", "slow", "bright"];

/** The same index twice: one for the kernel, one for plain TypeScript. */
function both(bytes: Uint8Array): readonly [kernel: RankingIndex, plain: RankingIndex] {
  const memory = indexMemory(bytes.length);
  memory.bytes.set(bytes);
  return [openIndex(memory), openIndex(bytes)];
}

/** A pseudo-random number below 1,000, always the same for one argument. */
const scattered = (number: number): number => (Math.imul(number + 1, 0x9e3779b1) >>> 7) % 1_000;

function catalog(songs: number): Uint8Array {
  return packed(
    Array.from({ length: songs }, (_, at) =>
      song({
        id: String(at).padStart(6, "0"),
        title: `Number ${scattered(at) % 50}`,
        tags: { mood: TAGS.filter((_tag, tag) => scattered(at * 16 + tag) < 50 + tag * 80) },
      }),
    ),
  );
}

const small = both(catalog(700));
/** An index with a second block of a few songs. */
const large = both(catalog(65_700));

const anyAsk = fc.record({
  weight: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -5, max: -1 })),
  terms: fc.array(fc.record({ tag: fc.constantFrom(...TAGS), part: fc.constantFrom(0.1, 0.3, 0.5, 1) }), {
    minLength: 1,
    maxLength: 6,
  }),
});
type AnyAsk = typeof anyAsk extends fc.Arbitrary<infer Given> ? Given : never;

function planOf(index: RankingIndex, asks: readonly AnyAsk[]): ReturnType<typeof planScan> {
  return planScan(
    asks.map(({ weight, terms }): Ask => ({
      weight,
      share: 1,
      sought: soughtWord("a wish"),
      terms: terms.map(({ tag, part }) => ({ term: index.tag(tag), part, shows: "tag", name: tag })),
    })),
    index,
    true,
  );
}

/** Returns a judge that cuts some songs and doubts others. */
function judging(cut: number, doubted: number): ConstraintJudge {
  return {
    doubt: (place) => {
      const lot = scattered(place * 3);
      if (lot < cut) return -1;
      return lot < cut + doubted ? 1 + (lot % 2) : 0;
    },
    doubtMax: 2,
    screen: NO_SCREEN,
    verdicts: () => [],
    judged: () => null,
    bestFile: () => null,
  };
}

function scanned(
  [kernel, plain]: typeof small,
  asks: readonly AnyAsk[],
  judges: ConstraintJudge,
  keep: number,
): Scanned {
  const found = scan(kernel, planOf(kernel, asks), judges, keep);
  const expected = scan(plain, planOf(plain, asks), judges, keep);
  expect(found.songs).toEqual(expected.songs);
  if (found.songs.length === 0) expect(found.cut).toBe(expected.cut);
  return found;
}

describe("the kernel", () => {
  test("is what kernel.as compiles to", async () => {
    const { bytes } = await compileKernel();
    expect(Buffer.from(bytes).toString("base64")).toBe(KERNEL_BASE64);
  });

  test("is used for an index in its memory, and plain TypeScript for any other", () => {
    expect(small.map((index) => index.scanner.kind)).toEqual(["WebAssembly", "TypeScript"]);
  });

  test("finds the same songs as plain TypeScript for all asks and constraints", () => {
    fc.assert(
      fc.property(
        fc.array(anyAsk, { maxLength: 12 }),
        fc.constantFrom(0, 100, 900, 1_000),
        fc.constantFrom(0, 50, 1_000),
        fc.integer({ min: 1, max: 300 }),
        (asks, cut, doubted, keep) => void scanned(small, asks, judging(cut, doubted), keep),
      ),
      { numRuns: 300 },
    );
  });

  test("finds the same songs across blocks", () => {
    fc.assert(
      fc.property(
        fc.array(anyAsk, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(0, 990),
        fc.constantFrom(0, 200),
        (asks, cut, doubted) => void scanned(large, asks, judging(cut, doubted), 60),
      ),
      { numRuns: 20 },
    );
  });

  test("separates the best terms of hundreds of asks", () => {
    const asks = Array.from({ length: 700 }, (_, at): AnyAsk => ({
      weight: 1 + (at % 3),
      terms: TAGS.slice(at % 5, 2 + (at % 5)).map((tag) => ({ tag, part: at % 2 === 0 ? 1 : 0.5 })),
    }));
    expect(scanned(small, asks, judging(0, 0), 50).songs.length).toBe(50);
  });

  test("starts from empty sums after an error in a judge", () => {
    const asks: AnyAsk[] = [{ weight: 1, terms: [{ tag: "bright", part: 1 }] }];
    const failing: ConstraintJudge = {
      ...judging(0, 0),
      doubt: () => {
        throw new Error("no verdict");
      },
    };
    const [kernel] = small;
    const before = scanned(small, asks, judging(0, 0), 20);
    expect(() => scan(kernel, planOf(kernel, asks), failing, 20)).toThrow("no verdict");
    expect(scan(kernel, planOf(kernel, asks), judging(0, 0), 20)).toEqual(before);
  });

  test("ranks real briefs as plain TypeScript does", () => {
    for (const query of [
      "tense but not happy, slow piano",
      "dark jazz, no vocals",
      "no vocals, instrumental",
      "a bright rock song, rather calm than dark",
      "number 7",
    ]) {
      const brief = parseBrief({ query, context: null });
      const [kernel, plain] = large;
      expect(rank(kernel, brief, { limit: 30 })).toEqual(rank(plain, brief, { limit: 30 }));
    }
  });
});
