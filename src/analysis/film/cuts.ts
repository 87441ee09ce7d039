import { lumaAt } from "../pixels.ts";
import { medianOf } from "../statistics.ts";
import { colourDistance, colourShares } from "./colour-shares.ts";
import { correlationOf } from "./correlation.ts";
import { phaseCorrelator, type Spectrum } from "./phase-correlation.ts";
import { SURVEY_SIZE, type SurveyFrame } from "./survey.ts";

/** Two frames of one shot are more similar than this at any camera speed, unless an object fills the picture. */
const CUT_SIMILARITY_MAX = 0.3;
/** By how much a complete change of colours raises this limit. */
const COLOUR_LENIENCE = 0.1;
/** After a flash or a strobe, the previous picture returns within this time. */
const FLASH_SECONDS = 0.3;
const RETURN_SIMILARITY_MIN = 0.45;
/** In a shot with very fast movement, all frames differ. A cut differs more than the steps around it. */
const NEIGHBOURS = 3;
const PROMINENCE_MIN = 0.33;
const COLOUR_WEIGHT = 0.7;
/** A sky or a wall has only grain, which does not correlate. If light and colours stay the same, it is the same picture. */
const SAME = { correlation: 0.9, colourChange: 0.15 } as const;
/** Frames without structure, such as black frames, cannot be correlated. Deviation and change of grey values, change of colours. */
const FLAT_BELOW = 3;
const FLAT_CHANGE_MIN = 20;
const FLAT_COLOUR_CHANGE_MIN = 0.5;
/** A plain screen that lasts as long is a shot of its own, such as a title card. A shorter one joins two shots: one cut. */
const CARD_SECONDS_MIN = 1;
/** Minimum time between two cuts. */
const SHOT_SECONDS_MIN = 0.15;

/** A frame with its measurements. */
interface MeasuredFrame {
  readonly number: number;
  readonly grey: Uint8Array;
  readonly mean: number;
  readonly isFlat: boolean;
  readonly colours: Float32Array;
}

/** The change from one frame to the next. */
interface Step {
  /** Peak height of the phase correlation of two consecutive frames. */
  readonly similarity: number;
  readonly colourChange: number;
}

/**
 * Returns the times of cuts, in seconds. Consecutive frames are compared by phase correlation: changes of light (a strobe,
 * a fade) and pans do not affect it, but two shots hardly correlate. Dissolves are not detected. Frames must be in order;
 * frames on both sides of a gap are not compared.
 * @param rate frames per second of the survey.
 */
export function cutsOf(frames: readonly SurveyFrame[], rate: number): readonly number[] {
  const measured = frames.map(measureFrame);
  const correlator = phaseCorrelator(SURVEY_SIZE.width, SURVEY_SIZE.height);
  const similarityOf = (before: Spectrum, after: Spectrum): number => correlator.shiftBetween(before, after).peak;
  const steps = stepsOf(measured, (frame) => correlator.spectrumOf(frame.grey), similarityOf);
  const reverts = (index: number): boolean => {
    const before = measured[index - 1];
    if (before === undefined) return false;
    const spectrum = correlator.spectrumOf(before.grey);
    const later = measured.slice(index + 1, index + 1 + Math.max(1, Math.round(FLASH_SECONDS * rate)));
    return later.some((frame) => isReturn(before, frame, similarityOf(spectrum, correlator.spectrumOf(frame.grey))));
  };
  const cuts: number[] = [];
  for (const [index, frame] of measured.entries()) {
    const at = frame.number / rate;
    if (at - (cuts.at(-1) ?? Number.NEGATIVE_INFINITY) < SHOT_SECONDS_MIN) continue;
    const isCandidate = isPlainCut(measured, steps, index, rate) ?? isPictureCut(measured, steps, index);
    if (isCandidate && !reverts(index)) cuts.push(at);
  }
  return cuts;
}

function measureFrame({ number, data }: SurveyFrame): MeasuredFrame {
  const grey = new Uint8Array(data.length / 3);
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < grey.length; at++) {
    const value = lumaAt(data, 3 * at);
    grey[at] = value;
    sum += value;
    squares += value * value;
  }
  const mean = sum / grey.length;
  const isFlat = Math.sqrt(Math.max(0, squares / grey.length - mean * mean)) < FLAT_BELOW;
  return { number, grey, mean, isFlat, colours: colourShares(data) };
}

/** Compares each frame with the one before. Null for the first frame and after a gap. */
function stepsOf(
  measured: readonly MeasuredFrame[],
  spectrumOf: (frame: MeasuredFrame) => Spectrum,
  similarityOf: (before: Spectrum, after: Spectrum) => number,
): readonly (Step | null)[] {
  let previous: { readonly frame: MeasuredFrame; readonly spectrum: Spectrum } | null = null;
  return measured.map((frame) => {
    const before = previous;
    const spectrum = spectrumOf(frame);
    previous = { frame, spectrum };
    if (before === null || frame.number !== before.frame.number + 1) return null;
    return {
      similarity: similarityOf(before.spectrum, spectrum),
      colourChange: colourDistance(before.frame.colours, frame.colours),
    };
  });
}

/** Returns whether a plain screen begins, changes or ends here; null if neither frame is plain. */
function isPlainCut(
  measured: readonly MeasuredFrame[],
  steps: readonly (Step | null)[],
  index: number,
  rate: number,
): boolean | null {
  const [before, after] = [measured[index - 1], measured[index]];
  if (before === undefined || after === undefined || (steps[index] ?? null) === null) return false;
  if (!before.isFlat && !after.isFlat) return null;
  if (isAlike(before, after)) return false;
  if (!before.isFlat) return true;
  return framesLike(before, measured, index) > (after.isFlat ? FLASH_SECONDS : CARD_SECONDS_MIN) * rate;
}

/** Returns how many frames before the index are plain and look like the last of them. */
function framesLike(last: MeasuredFrame, measured: readonly MeasuredFrame[], index: number): number {
  let from = index;
  for (let one = measured[from - 1]; one?.isFlat === true && isAlike(one, last); one = measured[from - 1]) from--;
  return index - from;
}

/** Compares light, and the colours of two plain frames. */
function isAlike(one: MeasuredFrame, other: MeasuredFrame): boolean {
  if (Math.abs(one.mean - other.mean) > FLAT_CHANGE_MIN) return false;
  return !(one.isFlat && other.isFlat) || colourDistance(one.colours, other.colours) < FLAT_COLOUR_CHANGE_MIN;
}

function isPictureCut(measured: readonly MeasuredFrame[], steps: readonly (Step | null)[], index: number): boolean {
  const [before, after, step] = [measured[index - 1], measured[index], steps[index]];
  if (before === undefined || after === undefined || step === null || step === undefined) return false;
  if (step.similarity - COLOUR_LENIENCE * step.colourChange > CUT_SIMILARITY_MAX) return false;
  const { correlation, colourChange } = SAME;
  const same = { x: 0, y: 0, ...SURVEY_SIZE };
  if (step.colourChange < colourChange && correlationOf(before.grey, after.grey, same) > correlation) return false;
  const around = steps.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
  const usual = medianOf(around.flatMap((one) => (one === null || one === step ? [] : [one.similarity])));
  return usual - step.similarity + COLOUR_WEIGHT * step.colourChange > PROMINENCE_MIN;
}

function isReturn(before: MeasuredFrame, later: MeasuredFrame, similarity: number): boolean {
  if (before.isFlat || later.isFlat) return before.isFlat && later.isFlat && isAlike(before, later);
  return similarity > RETURN_SIMILARITY_MIN;
}
