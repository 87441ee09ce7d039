import { dataLines } from "../../text/data-lines.ts";

/**
 * A naive Bayes model of situations: how often each cue occurs in the training texts of each situation. Written by
 * scripts/train-situations.ts.
 */
export interface SituationModel {
  /** By cue: the situations whose texts have it, and how often. */
  readonly counts: ReadonlyMap<string, SituationValues>;
  /** By situation: the sum of its counts. */
  readonly totals: readonly number[];
  readonly total: number;
  /** By situation: similar situations, and the share of their counts that it has. */
  readonly similar: readonly SituationValues[];
}

/** Numbers of situations, and at the same places a value for each. Two lists, because a text needs thousands of them. */
export interface SituationValues {
  readonly situations: readonly number[];
  readonly values: readonly number[];
}

/** Pseudo-counts of the words of all situations, added to those of each (Dirichlet prior; Zhai and Lafferty, 2004). */
const PRIOR = 1000;
/**
 * Power of the evidence. Below 1, because the words of a text are not independent: a lantern, a keeper and a lighthouse
 * are hardly more evidence than one of them.
 */
const POWER = 0.35;

/** A cue of a text. `weight` is 0 to 1: cues outside the story count less. */
export interface WeightedCue {
  readonly cue: string;
  readonly weight: number;
}

/** What a cue says, in a form that is quick to add up. Each situation that is not listed has 0. */
export interface CueEvidence {
  readonly situations: Uint16Array;
  /** How much likelier the texts of each situation have the cue than those of a situation without it, as a logarithm. */
  readonly logarithms: Float64Array;
}

/**
 * Returns the probability of each situation. All are equally probable without a known cue.
 *
 * @param evidenceOf `cueEvidence` of the model, or the same from a cache.
 */
export function situationChances(
  model: SituationModel,
  cues: readonly WeightedCue[],
  evidenceOf: (cue: string) => CueEvidence | null = (cue) => cueEvidence(model, cue),
): Float64Array {
  const scores = new Float64Array(model.totals.length);
  let weights = 0;
  for (const { cue, weight } of cues) {
    const evidence = evidenceOf(cue);
    if (evidence === null) continue;
    weights += weight * POWER;
    addEvidence(scores, evidence, weight * POWER);
  }
  for (const [one, total] of model.totals.entries())
    scores[one] = (scores[one] ?? 0) + weights * Math.log(PRIOR / (total + PRIOR));
  const highest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const odds = scores.map((score) => Math.exp(score - highest));
  const sum = odds.reduce((total, one) => total + one, 0);
  return odds.map((one) => one / sum);
}

function addEvidence(scores: Float64Array, { situations, logarithms }: CueEvidence, weight: number): void {
  for (let at = 0; at < situations.length; at++) {
    const situation = situations[at] ?? 0;
    scores[situation] = (scores[situation] ?? 0) + weight * (logarithms[at] ?? 0);
  }
}

/**
 * Returns the logarithm of how much likelier each situation's texts have a cue than all texts have it, less that of a
 * situation whose texts do not have it. Only situations whose texts, or those of similar ones, have the cue are listed.
 * Null for an unknown cue.
 */
export function cueEvidence({ counts, total, totals, similar }: SituationModel, cue: string): CueEvidence | null {
  const own = counts.get(cue);
  if (own === undefined) return null;
  const spread = new Float64Array(totals.length);
  let all = 0;
  for (let at = 0; at < own.situations.length; at++) {
    const situation = own.situations[at] ?? 0;
    const count = own.values[at] ?? 0;
    all += count;
    spread[situation] = (spread[situation] ?? 0) + count;
    lend(spread, similar[situation], count);
  }
  const usual = (PRIOR * (all + 0.5)) / total;
  const situations: number[] = [];
  const logarithms: number[] = [];
  for (let situation = 0; situation < spread.length; situation++) {
    const count = spread[situation] ?? 0;
    if (count === 0) continue;
    situations.push(situation);
    logarithms.push(Math.log1p(count / usual));
  }
  return { situations: new Uint16Array(situations), logarithms: new Float64Array(logarithms) };
}

/** Adds a situation's count to those of similar situations, at their share. */
function lend(spread: Float64Array, similar: SituationValues | undefined, count: number): void {
  if (similar === undefined) return;
  const { situations, values } = similar;
  for (let at = 0; at < situations.length; at++) {
    const other = situations[at] ?? 0;
    spread[other] = (spread[other] ?? 0) + (values[at] ?? 0) * count;
  }
}

/** Parses the lines that scripts/train-situations.ts writes. */
export function readSituationModel(text: string): SituationModel {
  const [total = "", totalsLine = "", ...lines] = dataLines(text);
  const totals = totalsLine.split(" ").map(Number);
  const similar = lines.slice(0, totals.length).map(valuesOf);
  const cues = lines.slice(totals.length).map((line) => {
    const tab = line.indexOf("\t");
    return [line.slice(0, tab), valuesOf(line.slice(tab + 1))] as const;
  });
  return { counts: new Map(cues), totals, total: Number(total), similar };
}

/** Parses pairs like "3:1 7:0.5"; "-" is an empty list. */
function valuesOf(text: string): SituationValues {
  const situations: number[] = [];
  const values: number[] = [];
  for (const pair of text === "-" ? [] : text.split(" ")) {
    const colon = pair.indexOf(":");
    situations.push(Number(pair.slice(0, colon)));
    values.push(Number(pair.slice(colon + 1)));
  }
  return { situations, values };
}
