import { colourDistance, colourShares } from "./colour-shares.ts";
import { correlationOf } from "./correlation.ts";
import { median } from "./median.ts";
import { phaseCorrelator, type Spectrum } from "./phase-correlation.ts";
import { SURVEY_SIZE, type SurveyFrame } from "./survey.ts";

/** Two frames of one shot agree better than this, however fast the camera, but for what fills the lens. */
const LIKENESS_OF_CUT_MAX = 0.3;
/** How much more of it a whole change of colours allows. */
const COLOUR_LENIENCE = 0.1;
/** A flash or a strobe shows the former picture again within this time. */
const FLASH_SECONDS = 0.3;
const LIKENESS_OF_RETURN_MIN = 0.45;
/** A shot that moves too much to be followed is unlike itself in every frame; a cut stands out of those about it. */
const NEIGHBOURS = 3;
const STANDS_OUT_MIN = 0.33;
const COLOUR_WEIGHT = 0.7;
/**
 * A sky or a wall has no detail but its grain to follow; where light and colours lie as before, it is the same picture.
 */
const SAME = { correlation: 0.9, colourChange: 0.15 } as const;
/** Frames without any structure, black or white, have no likeness to anything. */
const FLAT_BELOW = 3;
const FLAT_CHANGE_MIN = 20;
/** No two cuts within this time. */
const SHOT_SECONDS_MIN = 0.15;

interface Seen {
  readonly place: number;
  readonly grey: Uint8Array;
  readonly mean: number;
  readonly isFlat: boolean;
  readonly colours: Float32Array;
}

interface Step {
  /** Of two neighbours: the height of the peak of their phase correlation. */
  readonly likeness: number;
  readonly colourChange: number;
}

/**
 * Where one shot ends and another begins, in seconds. Neighbouring frames are compared by phase correlation: another
 * light changes nothing in it (a strobe, a fade) and neither does a pan, while two shots hardly correlate.
 * Dissolves are missed. Frames are in order; where some are missing nothing is compared across.
 * @param rate frames a second of the survey's grid.
 */
export function cutsOf(frames: readonly SurveyFrame[], rate: number): readonly number[] {
  const seen = frames.map(see);
  const correlator = phaseCorrelator(SURVEY_SIZE.width, SURVEY_SIZE.height);
  const likenessOf = (before: Spectrum, after: Spectrum): number => correlator.shiftBetween(before, after).peak;
  const steps = stepsOf(seen, (frame) => correlator.spectrumOf(frame.grey), likenessOf);
  const returns = (index: number): boolean => {
    const before = seen[index - 1];
    if (before === undefined) return false;
    const spectrum = correlator.spectrumOf(before.grey);
    const later = seen.slice(index + 1, index + 1 + Math.max(1, Math.round(FLASH_SECONDS * rate)));
    return later.some((frame) => isReturn(before, frame, likenessOf(spectrum, correlator.spectrumOf(frame.grey))));
  };
  const cuts: number[] = [];
  for (const [index, frame] of seen.entries()) {
    const at = frame.place / rate;
    if (at - (cuts.at(-1) ?? Number.NEGATIVE_INFINITY) < SHOT_SECONDS_MIN) continue;
    if (isCandidate(seen, steps, index) && !returns(index)) cuts.push(at);
  }
  return cuts;
}

function see({ place, data }: SurveyFrame): Seen {
  const grey = new Uint8Array(data.length / 3);
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < grey.length; at++) {
    const value = 0.299 * (data[3 * at] ?? 0) + 0.587 * (data[3 * at + 1] ?? 0) + 0.114 * (data[3 * at + 2] ?? 0);
    grey[at] = value;
    sum += value;
    squares += value * value;
  }
  const mean = sum / grey.length;
  const isFlat = Math.sqrt(Math.max(0, squares / grey.length - mean * mean)) < FLAT_BELOW;
  return { place, grey, mean, isFlat, colours: colourShares(data) };
}

/** What lies between each frame and the one before; null for the first, and where frames are missing between. */
function stepsOf(
  seen: readonly Seen[],
  spectrumOf: (frame: Seen) => Spectrum,
  likenessOf: (before: Spectrum, after: Spectrum) => number,
): readonly (Step | null)[] {
  let former: { readonly frame: Seen; readonly spectrum: Spectrum } | null = null;
  return seen.map((frame) => {
    const before = former;
    const spectrum = spectrumOf(frame);
    former = { frame, spectrum };
    if (before === null || frame.place !== before.frame.place + 1) return null;
    return {
      likeness: likenessOf(before.spectrum, spectrum),
      colourChange: colourDistance(before.frame.colours, frame.colours),
    };
  });
}

function isCandidate(seen: readonly Seen[], steps: readonly (Step | null)[], index: number): boolean {
  const [before, after, step] = [seen[index - 1], seen[index], steps[index]];
  if (before === undefined || after === undefined || step === null || step === undefined) return false;
  if (before.isFlat || after.isFlat) {
    // The end of a black screen is the same event as its beginning.
    return after.isFlat && Math.abs(after.mean - before.mean) > FLAT_CHANGE_MIN;
  }
  if (step.likeness - COLOUR_LENIENCE * step.colourChange > LIKENESS_OF_CUT_MAX) return false;
  const { correlation, colourChange } = SAME;
  const same = { x: 0, y: 0, ...SURVEY_SIZE };
  if (step.colourChange < colourChange && correlationOf(before.grey, after.grey, same) > correlation) return false;
  const about = steps.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1);
  const usual = median(about.flatMap((one) => (one === null || one === step ? [] : [one.likeness])));
  return usual - step.likeness + COLOUR_WEIGHT * step.colourChange > STANDS_OUT_MIN;
}

function isReturn(before: Seen, later: Seen, likeness: number): boolean {
  if (before.isFlat || later.isFlat) return before.isFlat && later.isFlat;
  return likeness > LIKENESS_OF_RETURN_MIN;
}
