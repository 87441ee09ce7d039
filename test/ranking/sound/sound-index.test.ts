/*
 * 1. The kernel and the plain scanner list the same songs in the same order.
 * 2. The list is what sorting all songs by the weighted product gives.
 * 3. Constraints hold, and the kernel judges by itself where columns decide.
 */
import type { LikenessWeights } from "../../../schema/sound-descriptor.ts";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { indexMemory } from "../../../src/ranking/kernel/index-memory.ts";
import { constraintJudge } from "../../../src/ranking/constraint-judge.ts";
import { openIndex, type RankingIndex } from "../../../src/ranking/ranking-index.ts";
import { resolveMentions } from "../../../src/ranking/resolve-mentions.ts";
import { RULES } from "../../../src/ranking/rules.ts";
import { weighLikeness } from "../../../src/ranking/sound/compare.ts";
import { type SoundIndex, soundIndex } from "../../../src/ranking/sound/sound-index.ts";
import { descriptorOf } from "../../support/sound-descriptors.ts";
import { packed, song, version } from "../support.ts";

/** More than the kernel lists at once. */
const SONGS = 1_100;

function sung(at: number, vocals: "none" | "lead" | null, duration: number) {
  return version(`${at}-${vocals ?? "unknown"}`, { vocals, duration });
}

const bytes = packed(
  Array.from({ length: SONGS }, (_, at) =>
    song({
      id: String(at).padStart(5, "0"),
      bpm: 60 + (at % 120),
      audioFiles: at % 4 === 0 ? [] : [sung(at, "none", 30 + (at % 100)), sung(at, at % 4 === 1 ? "lead" : null, 70)],
      descriptor:
        at % 10 === 9
          ? null
          : descriptorOf({ feel: at % 7, harmony: at % 11, rhythm: at % 13, instruments: at % 17 }, at).toBase64(),
    }),
  ),
);
const memory = indexMemory(bytes.length);
memory.bytes.set(bytes);
const kernel = openIndex(memory);
const plain = openIndex(bytes);
const [bySimd, byLoop] = [soundIndex(kernel), soundIndex(plain)];

/** The places of the nearest songs, without the song itself. */
function nearest(sounds: SoundIndex | null, place: number, weights: LikenessWeights, keep: number): readonly number[] {
  const found = sounds?.nearest(sounds.of(place), weights, keep + 1) ?? [];
  return found
    .map((ranked) => ranked.place)
    .filter((other) => other !== place)
    .slice(0, keep);
}

const anyWeight = fc.integer({ min: 0, max: 40 }).map((eighths) => eighths / 8);
const anyWeights = fc
  .record({ feel: anyWeight, harmony: anyWeight, rhythm: anyWeight, instruments: anyWeight })
  .filter((weights) => Object.values(weights).some((weight) => weight > 0));
const anySong = fc.integer({ min: 0, max: SONGS - 1 }).filter((place) => place % 10 !== 9);

describe("the nearest songs by sound", () => {
  test("are the same by the kernel and in plain TypeScript", () => {
    expect(kernel.scanner.kind).toBe("WebAssembly");
    expect(plain.scanner.kind).toBe("TypeScript");
    fc.assert(
      fc.property(anySong, anyWeights, fc.integer({ min: 1, max: 700 }), (place, weights, keep) => {
        expect(nearest(bySimd, place, weights, keep)).toEqual(nearest(byLoop, place, weights, keep));
      }),
      { numRuns: 40 },
    );
  });

  test("are those with the highest weighted likeness of all songs, without the song itself", () => {
    const sounds = bySimd;
    if (sounds === null) throw new Error("expected signatures");
    fc.assert(
      fc.property(anySong, anyWeights, (place, weights) => {
        const all = Array.from({ length: SONGS }, (_, other) => other).filter(
          (other) => other !== place && sounds.has(other),
        );
        const scores = new Map(
          all.map((other) => [other, weighLikeness(sounds.compare(sounds.of(place), other), weights)]),
        );
        const found = nearest(sounds, place, weights, 25);
        const least = Math.min(...found.map((other) => scores.get(other) ?? -1));
        const left = all.filter((other) => !found.includes(other));
        expect(found).not.toContain(place);
        expect(found).toHaveLength(25);
        for (const other of left) expect(scores.get(other) ?? 0).toBeLessThanOrEqual(least + 1e-9);
      }),
      { numRuns: 10 },
    );
  });

  test("leave out songs without a signature", () => {
    expect(bySimd?.has(9)).toBe(false);
    expect(bySimd?.has(8)).toBe(true);
    const weights = { feel: 1, harmony: 1, rhythm: 1, instruments: 1 };
    expect(nearest(bySimd, 8, weights, SONGS).some((place) => place % 10 === 9)).toBe(false);
  });

  test("do not exist in an index without descriptors", () => {
    expect(soundIndex(openIndex(packed([song({ id: "a" }), song({ id: "b" })])))).toBeNull();
  });
});

describe("the nearest songs that meet constraints", () => {
  const EVEN = { feel: 1, harmony: 1, rhythm: 1, instruments: 1 };

  function judgesOf(index: RankingIndex, query: string, bars: readonly ((place: number) => boolean)[]) {
    const { brief } = resolveMentions(index, parseBrief({ query, context: null }));
    const checks = RULES.flatMap((rule) => rule.prepare(index, brief, null).checks ?? []);
    expect(checks.length).toBeGreaterThan(0);
    return constraintJudge(index, checks, bars);
  }

  test("are the same by the kernel and in plain TypeScript", () => {
    const isThird = (place: number): boolean => place % 3 === 0;
    for (const query of ["230 bpm", "100 to 104 bpm", "no vocals", "60 to 90 seconds long, no vocals, 90 bpm or more"])
      for (const bars of [[], [isThird]])
        for (const keep of [1, 30, SONGS]) {
          const [found, expected] = [kernel, plain].map((index) => {
            const sounds = soundIndex(index);
            return sounds?.nearest(sounds.of(4), EVEN, keep, judgesOf(index, query, bars));
          });
          expect(found).toEqual(expected);
        }
  });

  test("are not judged one by one if the kernel can judge them", () => {
    const { screen } = judgesOf(kernel, "230 bpm", []);
    let judged = 0;
    const doubt = (place: number): number => {
      judged++;
      return kernel.sections.bpm[place] === 230 ? 0 : -1;
    };
    expect(bySimd?.nearest(bySimd.of(4), EVEN, 25, { doubt, screen })).toEqual([]);
    expect(judged).toBe(0);
  });
});
