import type { HitPoints, NoHitPoints } from "../../../schema/wire/hit-points.ts";
import type { StructureDocument } from "../../../schema/wire/structure.ts";
import type { Steps } from "../../lib/steps.ts";
import { energyAgreement, type PlacedFilm, type StrongCut, strongCutsOf } from "./film-energy.ts";

type Offset = HitPoints["offsets"][number];

/** A cut that is this near to a downbeat is on it. Seconds; two frames. */
const HIT_SECONDS = 0.08;
/** Offsets are counted in steps of this length, then refined. */
const STEP_SECONDS = 0.02;
const REACH = Math.round(HIT_SECONDS / STEP_SECONDS);
const CUTS_MIN = 4;
/** Films with random cuts. One film of twenty without a relation to the song reaches more than the best of 19. */
const RANDOM_FILMS = 19;
const SEED = 16;
const CANDIDATES_MAX = 200;
const OFFSETS_MAX = 3;
/** Two of the offered offsets differ by at least this. Seconds. */
const APART_SECONDS = 0.25;
const ENERGY_WEIGHT = 0.25;

/** What cuts are compared with. */
interface Lines {
  readonly downbeats: readonly number[];
  /** Seconds in which the song sounds. */
  readonly sounding: number;
  readonly filmSeconds: number;
}

/** How strongly cuts hit downbeats at each offset. */
interface Tally {
  /** The strength of the hits, by steps from `first`. */
  readonly strengths: Float64Array;
  /** The strength of all cuts that can be under the song at once. */
  readonly total: number;
  /** The offset of the first step, in seconds. */
  readonly first: number;
}

/**
 * Finds where a song can begin in a film: the offsets that put most strong cuts on downbeats, best first. A step is one film that is
 * counted, or one candidate that is judged.
 *
 * Every cut is paired with every downbeat, and the strength of the cut is counted at the offset of the pair. The share of an offset
 * is the strength of the cuts within 80 ms of a downbeat, divided by that of all cuts that can be under the song at once.
 *
 * Chance alone puts 8 % of the cuts on downbeats of bars of two seconds, and the best of all offsets much more, above all of few cuts. So
 * the same search runs on 19 films with the same strengths at random times. The greatest share among them is `chance`, and only
 * offsets with a greater share are offered. A film that has nothing to do with the song has some in one of twenty cases.
 *
 * Of the score, three quarters are (share - chance) / (1 - chance), and a quarter is the correlation of the energies. Offsets that
 * differ by whole bars have about the same hits; the energy decides between them.
 */
export function* findHitPoints(film: PlacedFilm, song: StructureDocument): Steps<HitPoints> {
  const cuts = strongCutsOf(film);
  const { downbeats, starts_at: start, ends_at: end } = song;
  const none = (reason: NoHitPoints, chance: number | null): HitPoints => ({
    reason,
    cuts: cuts.length,
    chance: chance === null ? null : rounded(chance),
    offsets: [],
  });
  if (song.pulse === null || downbeats.length === 0) return none("no_pulse", null);
  if (cuts.length < CUTS_MIN) return none("few_cuts", null);
  const lines: Lines = { downbeats, sounding: end - start, filmSeconds: film.duration };
  const tally = tallyOf(cuts, lines);
  yield;
  const chance = yield* chanceOf(cuts, lines);
  const found: Offset[] = [];
  for (const candidate of peaksOf(tally, chance)) {
    const offset = judged(refined(candidate, cuts, downbeats), { film, song, cuts, total: tally.total, chance });
    if (offset !== null) found.push(offset);
    yield;
  }
  const offsets = bestOf(found);
  return offsets.length === 0
    ? none("chance", chance)
    : { reason: null, cuts: cuts.length, chance: rounded(chance), offsets };
}

function tallyOf(cuts: readonly StrongCut[], { downbeats, sounding, filmSeconds }: Lines): Tally {
  const first = -(downbeats.at(-1) ?? 0);
  const pairs = new Float64Array(Math.ceil((filmSeconds - first) / STEP_SECONDS) + 1);
  for (const { at, strength } of cuts) {
    for (const downbeat of downbeats) {
      const step = Math.round((at - downbeat - first) / STEP_SECONDS);
      if (step < pairs.length) pairs[step] = (pairs[step] ?? 0) + strength;
    }
  }
  const strengths = new Float64Array(pairs.length);
  for (let step = 0; step < pairs.length; step++) {
    let sum = 0;
    for (let near = step - REACH; near <= step + REACH; near++) sum += pairs[near] ?? 0;
    strengths[step] = sum;
  }
  return { strengths, total: mostWithin(cuts, sounding), first };
}

/** The greatest strength of cuts within a stretch of the film of this length. */
function mostWithin(cuts: readonly StrongCut[], seconds: number): number {
  let [sum, most, oldest] = [0, 0, 0];
  for (const { at, strength } of cuts) {
    sum += strength;
    for (let left = cuts[oldest]; left !== undefined && left.at < at - seconds; left = cuts[++oldest])
      sum -= left.strength;
    most = Math.max(most, sum);
  }
  return Math.max(most, 1e-9);
}

/** The greatest share of hits that films with random cuts reach. */
function* chanceOf(cuts: readonly StrongCut[], lines: Lines): Steps<number> {
  const random = randomNumbers(SEED);
  let chance = 0;
  for (let film = 0; film < RANDOM_FILMS; film++) {
    const drawn = cuts
      .map(({ strength }) => ({ at: random() * lines.filmSeconds, strength }))
      .toSorted((one, other) => one.at - other.at);
    const { strengths, total } = tallyOf(drawn, lines);
    chance = Math.max(chance, strengths.reduce((most, strength) => Math.max(most, strength), 0) / total);
    yield;
  }
  return Math.min(1, chance);
}

/** The offsets with more hits than those around them and than chance, with most hits first. */
function peaksOf({ strengths, total, first }: Tally, chance: number): readonly number[] {
  const peaks: { readonly offset: number; readonly strength: number }[] = [];
  for (const [step, strength] of strengths.entries()) {
    if (strength <= chance * total) continue;
    const isPeak = strength > (strengths[step - 1] ?? 0) && strength >= (strengths[step + 1] ?? 0);
    if (isPeak) peaks.push({ offset: first + step * STEP_SECONDS, strength });
  }
  return peaks
    .toSorted((one, other) => other.strength - one.strength || Math.abs(one.offset) - Math.abs(other.offset))
    .slice(0, CANDIDATES_MAX)
    .map(({ offset }) => offset);
}

/** Moves an offset by the mean distance of its hits from their downbeats. To hundredths, as the console keeps offsets. */
function refined(offset: number, cuts: readonly StrongCut[], downbeats: readonly number[]): number {
  let [sum, strengths] = [0, 0];
  for (const { at, strength } of cuts) {
    const away = at - offset - nearestOf(downbeats, at - offset);
    if (Math.abs(away) > HIT_SECONDS + STEP_SECONDS) continue;
    sum += strength * away;
    strengths += strength;
  }
  return Math.round(100 * (offset + (strengths === 0 ? 0 : sum / strengths))) / 100 + 0;
}

interface Judging {
  readonly film: PlacedFilm;
  readonly song: StructureDocument;
  readonly cuts: readonly StrongCut[];
  readonly total: number;
  readonly chance: number;
}

/** Null if the offset is not better than chance. */
function judged(offset: number, { film, song, cuts, total, chance }: Judging): Offset | null {
  let strengths = 0;
  const hits = cuts.flatMap(({ at, strength }) => {
    const downbeat = nearestOf(song.downbeats, at - offset);
    if (Math.abs(at - offset - downbeat) > HIT_SECONDS) return [];
    strengths += strength;
    return [{ cut: at, downbeat }];
  });
  const share = Math.min(1, strengths / total);
  if (share <= chance) return null;
  const energy = energyAgreement(film, song, offset);
  const score = (1 - ENERGY_WEIGHT) * ((share - chance) / (1 - chance)) + ENERGY_WEIGHT * Math.max(0, energy ?? 0);
  return {
    offset,
    score: rounded(score),
    share: rounded(share),
    energy: energy === null ? null : rounded(energy),
    hits,
  };
}

function bestOf(found: readonly Offset[]): Offset[] {
  const best: Offset[] = [];
  const sorted = found.toSorted(
    (one, other) => other.score - one.score || Math.abs(one.offset) - Math.abs(other.offset),
  );
  for (const one of sorted) {
    if (best.length === OFFSETS_MAX) break;
    if (best.every(({ offset }) => Math.abs(offset - one.offset) >= APART_SECONDS)) best.push(one);
  }
  return best;
}

/** The number that is nearest to `value`, of a list in order. */
function nearestOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  const [before = -Infinity, after = Infinity] = [sorted[low - 1], sorted[low]];
  return value - before < after - value ? before : after;
}

/** The generator mulberry32: the same numbers in every run, from 0 up to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function rounded(share: number): number {
  return Math.round(1_000 * share) / 1_000 + 0;
}
