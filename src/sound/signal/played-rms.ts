import { SAMPLE_RATE } from "./sample-rate.ts";

const WINDOW = SAMPLE_RATE / 10;
/** Windows with less than this share of the mean power are rests. */
const REST_SHARE = 0.1;

/** The root mean square of a tone while it plays: rests do not count. */
export function playedRms(tone: Float32Array): number {
  const powers: number[] = [];
  for (let start = 0; start + WINDOW <= tone.length; start += WINDOW) {
    let sum = 0;
    for (let at = start; at < start + WINDOW; at++) sum += (tone[at] ?? 0) * (tone[at] ?? 0);
    powers.push(sum / WINDOW);
  }
  const rest = mean(powers) * REST_SHARE;
  return Math.sqrt(mean(powers.filter((power) => power > rest)));
}

function mean(list: readonly number[]): number {
  return list.length === 0 ? 0 : list.reduce((sum, one) => sum + one, 0) / list.length;
}
