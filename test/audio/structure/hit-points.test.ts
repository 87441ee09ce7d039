import { describe, expect, test } from "bun:test";
import type { HitPoints } from "../../../schema/wire/hit-points.ts";
import type { StructureDocument } from "../../../schema/wire/structure.ts";
import { findHitPoints } from "../../../src/audio/structure/hit-points.ts";
import { runSteps } from "../../../src/lib/steps.ts";
import { film } from "../../support/analyses.ts";
import { structureLike } from "../../support/structure-like.ts";

const BAR = 1.92;
const BARS = 60;
/** Two minutes: quiet for 16 bars, loud for 24, quiet again. */
const song = structureLike({
  duration: BAR * BARS,
  downbeats: Array.from({ length: BARS }, (_, bar) => bar * BAR),
  sections: [
    { from: 0, to: 16 * BAR, label: "A", energy: 0.3 },
    { from: 16 * BAR, to: 40 * BAR, label: "B", energy: 1 },
    { from: 40 * BAR, to: 60 * BAR, label: "A", energy: 0.3 },
  ],
  ends_at: BAR * BARS,
});
const FILM_SECONDS = 60;

/** Numbers from 0 up to 1 that are the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function hitPoints(cuts: readonly number[], values: readonly number[], structure: StructureDocument = song): HitPoints {
  const energies = { shape: "varies" as const, peak_at: null, values: [...values] };
  const seen = film({ duration: FILM_SECONDS, cut_times: [...cuts], energy_curve: energies });
  return runSteps(findHitPoints(seen, structure));
}

/** Cuts at random times. */
function randomCuts(count: number, random: () => number): readonly number[] {
  return Array.from({ length: count }, () => random() * FILM_SECONDS);
}

/** Twelve cuts on every other bar of a song that begins at `offset`, 25 ms early or late, and six random ones. */
function editedCuts(offset: number, seed: number): readonly number[] {
  const random = noise(seed);
  const first = Math.ceil((1 - offset) / BAR);
  const onBars = Array.from({ length: 12 }, (_, at) => offset + (first + 2 * at) * BAR + 0.05 * (random() - 0.5));
  return [...onBars, ...randomCuts(6, random)];
}

const RISING = Array.from({ length: 30 }, (_, part) => (part < 15 ? 0.2 : 0.8));
const FLAT = RISING.map(() => 0.5);

describe("the hit points of a song in a film", () => {
  test("are at the offset that the film was cut to, and say which cuts are on downbeats", () => {
    // The loud section begins at 30.72 s of the song, and at half of the film.
    const offset = 30 - 16 * BAR;
    const found = hitPoints(editedCuts(offset, 5), RISING);
    const [best] = found.offsets;
    expect(found.reason).toBeNull();
    expect(Math.abs((best?.offset ?? 0) - offset)).toBeLessThan(0.03);
    expect(best?.energy).toBeGreaterThan(0.95);
    expect(best?.hits.length).toBeGreaterThanOrEqual(12);
    for (const { cut, downbeat } of best?.hits ?? []) {
      expect(Math.abs(cut - (best?.offset ?? 0) - downbeat)).toBeLessThanOrEqual(0.08);
      expect(song.downbeats).toContain(downbeat);
    }
    expect(found.offsets).toHaveLength(3);
    const scores = found.offsets.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  test("are found up to whole bars where the energy says nothing", () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const offset = -7.3 - seed;
      const [best] = hitPoints(editedCuts(offset, seed), FLAT).offsets;
      const bars = ((best?.offset ?? Number.NaN) - offset) / BAR;
      expect(Math.abs(bars - Math.round(bars)) * BAR).toBeLessThan(0.04);
      expect(best?.energy).toBeNull();
    }
  });

  test("are the same for the same film and song", () => {
    expect(hitPoints(editedCuts(-4, 9), RISING)).toEqual(hitPoints(editedCuts(-4, 9), RISING));
  });

  test("are hardly ever offered for random cuts", () => {
    const random = noise(77);
    const films = Array.from({ length: 60 }, () => hitPoints(randomCuts(18, random), FLAT));
    const offered = films.filter(({ offsets }) => offsets.length > 0);
    expect(offered.length).toBeLessThanOrEqual(6);
    for (const { offsets } of offered) expect(offsets[0]?.score).toBeLessThan(0.3);
  });

  test("are none without a sure pulse, with few cuts, and where nothing is better than chance", () => {
    const free = structureLike({ ...song, pulse: null, beats: [], downbeats: [] });
    expect(hitPoints(editedCuts(-4, 9), RISING, free)).toEqual({
      reason: "no_pulse",
      cuts: 18,
      chance: null,
      offsets: [],
    });
    expect(hitPoints([1, 2.92, 4.84], RISING)).toMatchObject({ reason: "few_cuts", offsets: [] });
    expect(hitPoints([1, 2.7, 5.3, 11.9, 16.1], RISING)).toMatchObject({ reason: "chance", offsets: [] });
  });
});
