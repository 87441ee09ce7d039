import type { OnsetFrame } from "../onset-analyser.ts";
import { deviationOf, meanOf, quantileOf, spreadOf } from "./statistics.ts";
import type { TimbreFrame } from "./timbre-meter.ts";

/** Half a second of blocks. */
const STEP_BLOCKS = 43;
const SILENCE = 1e-9;
/** An onset rises this far, and more than this many blocks around it: as in energy.ts. */
const BEGINS = { rise: 3, apart: 4 } as const;
/** Onsets of this share are weaker than a strong one. */
const STRONG_SHARE = 0.98;

/** Dynamics, brightness and attack. The level itself is left out: mastering decides it. */
export function describeFeel(timbre: readonly TimbreFrame[], onsets: readonly OnsetFrame[]): readonly number[] {
  const levels = timbre.map(({ level }) => level);
  const middle = quantileOf(levels, 0.5);
  const steps = stepsOf(onsets);
  const changes = steps.slice(1).map((level, at) => level - (steps[at] ?? 0));
  const rises = onsets.map(({ onset }) => onset);
  const lowRises = onsets.map(({ lowOnset }) => lowOnset);
  return [
    deviationOf(levels),
    quantileOf(levels, 0.9) - middle,
    middle - quantileOf(levels, 0.1),
    deviationOf(steps),
    deviationOf(changes),
    ...spreadOf(timbre.map(({ centre }) => centre)),
    ...spreadOf(timbre.map(({ rolloff }) => rolloff)),
    ...spreadOf(timbre.map(({ flatness }) => flatness)),
    ...spreadOf(rises),
    ...spreadOf(lowRises),
    beginningsIn(rises) / rises.length,
    quantileOf(rises, STRONG_SHARE),
  ];
}

/** The level of each half second, as a common logarithm of the power. */
function stepsOf(onsets: readonly OnsetFrame[]): readonly number[] {
  return Array.from({ length: Math.floor(onsets.length / STEP_BLOCKS) }, (_, step) => {
    const blocks = onsets.slice(step * STEP_BLOCKS, (step + 1) * STEP_BLOCKS);
    return Math.log10(meanOf(blocks.map(({ power }) => power)) + SILENCE);
  });
}

function beginningsIn(rises: readonly number[]): number {
  return rises.filter((rise, at) => {
    if (rise <= BEGINS.rise) return false;
    for (let near = at - BEGINS.apart; near <= at + BEGINS.apart; near++) if ((rises[near] ?? 0) > rise) return false;
    return true;
  }).length;
}
