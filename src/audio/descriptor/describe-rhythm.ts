import { ONSETS_A_SECOND, type OnsetFrame } from "../onset-analyser.ts";
import { autocorrelation } from "../signal.ts";
import { meanOf } from "./statistics.ts";

/** Lags in equal ratios, in seconds: from the fastest notes to a bar. */
const LAGS = { count: 30, from: 0.12, to: 4 } as const;
/** A lag takes correlations this near, as a share of it, in a triangle. */
const REACH = 0.06;
/** Neighbouring lags are mixed by a bell of this deviation, so that a slightly different tempo is not another rhythm. */
const BELL_LAGS = 1;
/** An onset is compared with half a second on each side. */
const LOCAL_BLOCKS = 43;

/** At which lags onsets repeat: of all onsets, and of those in the bass. */
export function describeRhythm(onsets: readonly OnsetFrame[]): readonly number[] {
  return [...repetitions(onsets.map(({ onset }) => onset)), ...repetitions(onsets.map(({ lowOnset }) => lowOnset))];
}

function repetitions(rises: readonly number[]): readonly number[] {
  const values = lessLocalMean(rises);
  const power = autocorrelation(values, 0);
  const lags = Array.from(
    { length: LAGS.count },
    (_, at) => ONSETS_A_SECOND * LAGS.from * (LAGS.to / LAGS.from) ** (at / (LAGS.count - 1)),
  );
  const heights = lags.map((lag) => {
    const reach = Math.max(1, REACH * lag);
    let [sum, weights] = [0, 0];
    for (let near = Math.ceil(lag - reach); near <= lag + reach && near < values.length; near++) {
      const weight = 1 - Math.abs(near - lag) / reach;
      sum += weight * autocorrelation(values, near);
      weights += weight;
    }
    return power <= 0 || weights <= 0 ? 0 : sum / weights / power;
  });
  return heights.map((_, at) => mixed(heights, at));
}

function lessLocalMean(rises: readonly number[]): readonly number[] {
  return rises.map((rise, at) => rise - meanOf(rises.slice(Math.max(0, at - LOCAL_BLOCKS), at + LOCAL_BLOCKS + 1)));
}

function mixed(heights: readonly number[], at: number): number {
  let [sum, weights] = [0, 0];
  heights.forEach((height, near) => {
    const weight = Math.exp(-0.5 * ((near - at) / BELL_LAGS) ** 2);
    sum += weight * height;
    weights += weight;
  });
  return sum / weights;
}
