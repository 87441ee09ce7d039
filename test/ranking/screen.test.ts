/*
 * Constraints that columns decide, in the kernel, and the rules' own judges:
 * 1. every rule's column gives the same verdict on every song and version as its judge;
 * 2. whole rankings are the same, with verdicts and unserved wishes, also if most songs fail or nothing is known.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { NO_RIGHTS } from "../../schema/rights.ts";
import { indexMemory } from "../../src/ranking/kernel/index-memory.ts";
import type { ColumnTest } from "../../src/ranking/kernel/screen.ts";
import { rank } from "../../src/ranking/rank.ts";
import { openIndex, type RankingIndex } from "../../src/ranking/ranking-index.ts";
import { resolveMentions } from "../../src/ranking/resolve-mentions.ts";
import type { ConstraintCheck } from "../../src/ranking/rule.ts";
import { RULES } from "../../src/ranking/rules.ts";
import { anyCatalog } from "./any-catalog.ts";
import { briefOf, indexOf, packed, song } from "./support.ts";

const CONSTRAINTS = [
  "no vocals",
  "instrumental",
  "female vocals",
  "clean lyrics",
  "explicit lyrics",
  "100 to 120 bpm",
  "230 bpm",
  "high energy",
  "released after 1999",
  "from the 80s",
  ":30",
  "under two minutes",
  "with stems",
  "one-stop",
  "pre-cleared",
  "no AI",
  "nothing exclusive",
];
/** Columns decide only their doubt. */
const EXCLUSIONS = ["no drums", "no piano and no guitar", "no rap", "no 80s sound"];
const queries = fc
  .tuple(
    fc.subarray(["tense", "happy", "calm"]),
    fc.subarray([...CONSTRAINTS, ...EXCLUSIONS], { minLength: 1, maxLength: 4 }),
  )
  .map(([moods, constraints]) => [...moods, ...constraints].join(", "));

function checksOf(index: RankingIndex, query: string): readonly ConstraintCheck[] {
  const { brief } = resolveMentions(index, briefOf(query));
  return RULES.flatMap((rule) => rule.prepare(index, brief, null).checks ?? []);
}

function byColumn({ values, unknown, met }: ColumnTest, at: number): string {
  const value = values[at] ?? Number.NaN;
  if (Number.isNaN(value) || value === unknown) return "unknown";
  return met.some(([from, to]) => value >= from && value <= to) ? "met" : "failed";
}

describe("a constraint's column", () => {
  test("for doubt is unknown for the songs that the judge does not know", () => {
    fc.assert(
      fc.property(anyCatalog, (songs) => {
        const index = indexOf(songs);
        for (const check of EXCLUSIONS.flatMap((query) => checksOf(index, query))) {
          const { doubtColumn } = check;
          if (doubtColumn === undefined || check.of !== "song") continue;
          for (let at = 0; at < index.songCount; at++) {
            const verdict = check.judge(at);
            if (verdict !== "failed") expect(byColumn(doubtColumn, at)).toBe(verdict);
          }
        }
      }),
    );
  });

  test("gives the same verdicts as its judge", () => {
    fc.assert(
      fc.property(anyCatalog, (songs) => {
        const index = indexOf(songs);
        for (const check of CONSTRAINTS.flatMap((constraint) => checksOf(index, constraint))) {
          const { column } = check;
          if (column === undefined) continue;
          const count = check.of === "song" ? index.songCount : (index.sections.counts[3] ?? 0);
          for (let at = 0; at < count; at++) expect(byColumn(column, at)).toBe(check.judge(at));
        }
      }),
      { numRuns: 25 },
    );
  });

  test("exists for every constraint that one value decides", () => {
    const index = indexOf([song({ id: "a", rights: { ...NO_RIGHTS, oneStop: true } })]);
    const without = CONSTRAINTS.flatMap((constraint) => checksOf(index, constraint)).filter((check) => !check.column);
    expect(without.map((check) => check.constraint)).toEqual([]);
  });
});

describe("a ranking with constraints", () => {
  test("is the same in the kernel as in plain TypeScript", () => {
    fc.assert(
      fc.property(anyCatalog, queries, fc.integer({ min: 1, max: 30 }), (songs, query, limit) => {
        const bytes = packed(songs);
        const memory = indexMemory(bytes.length);
        memory.bytes.set(bytes);
        const brief = briefOf(query);
        expect(rank(openIndex(memory), brief, { limit })).toEqual(rank(openIndex(bytes), brief, { limit }));
      }),
      { numRuns: 80 },
    );
  });

  test("is the same if most songs are doubtful or cut", () => {
    const songs = Array.from({ length: 3_000 }, (_, at) =>
      song({
        id: String(at),
        tags: { mood: at % 3 === 0 ? ["tense", "dark"] : ["tense"] },
        bpm: at % 7 === 0 ? null : 60 + (at % 120),
        explicit: at % 5 === 0 ? null : at % 2 === 0,
        audioFiles: [
          {
            id: `f${at}`,
            vocals: at % 11 === 0 ? "none" : null,
            duration: 20 + (at % 200),
            stem: false,
            hasMedia: true,
          },
        ],
      }),
    );
    const bytes = packed(songs);
    const memory = indexMemory(bytes.length);
    memory.bytes.set(bytes);
    const [kernel, plain] = [openIndex(memory), openIndex(bytes)];
    for (const constraint of [...CONSTRAINTS, "clean lyrics, no vocals, under 2 minutes", "like Artist 7, no vocals"]) {
      const brief = briefOf(`tense and dark, ${constraint}`);
      expect(rank(kernel, brief, { limit: 25 })).toEqual(rank(plain, brief, { limit: 25 }));
    }
  });
});
