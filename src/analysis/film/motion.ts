import { median } from "./median.ts";
import type { PhaseCorrelator, Shift, Spectrum } from "./phase-correlation.ts";

/** How the whole picture moves in one moment. Speeds are in percent of the picture's width a second. */
export interface Motion {
  /** Middle one of the speeds between its frames; null where it cannot be told, as across a cut. */
  readonly speed: number | null;
  /** Mean direction and speed: to the right and down is positive. */
  readonly across: number;
  readonly down: number;
  /** 1 where every frame moves the same way, near 0 where the camera shakes. */
  readonly steadiness: number;
}

/**
 * Frames apart that are compared where neighbours are too near each other: a slow pan moves less than a pixel from
 * one to the next, and what noise adds would weigh more. The next is tried while the shift is below `SHIFT_WANTED`.
 */
const LONGER_LAGS = [5, 12] as const;
const SHIFT_WANTED = 1.5;
/** Content that is replaced at one side lowers the peak: a fast pan still has more than this, two scenes have less. */
const PEAK_MIN = 0.2;
/** Less is the noise of the measure. */
const STILL_BELOW = 0.4;

export interface MotionSource {
  /** Grey frames, all of the correlator's size. */
  readonly frames: readonly Uint8Array[];
  /** Frames a second. */
  readonly rate: number;
  readonly width: number;
  readonly height: number;
  /** Of the film as it is shown: width by height. */
  readonly aspect: number;
}

export function motionOf(source: MotionSource, correlator: PhaseCorrelator): Motion {
  const spectra = source.frames.map((frame) => correlator.spectrumOf(frame));
  const steps = spectra.slice(1).map((after, index) => correlator.shiftBetween(spectra[index] ?? after, after));
  let shifts: readonly Shift[] = steps.filter(({ peak }) => peak >= PEAK_MIN);
  let lag = 1;
  for (const longer of LONGER_LAGS) {
    if (median(shifts.map(({ x, y }) => Math.hypot(x, y))) >= SHIFT_WANTED) break;
    const over = shiftsOver(longer, spectra, steps, correlator);
    if (over.length === 0) break;
    [shifts, lag] = [over, longer];
  }
  return shifts.length === 0 ? { speed: null, across: 0, down: 0, steadiness: 0 } : motionFrom(shifts, lag, source);
}

/** Between frames `lag` apart that have no cut between them. */
function shiftsOver(
  lag: number,
  spectra: readonly Spectrum[],
  steps: readonly Shift[],
  correlator: PhaseCorrelator,
): readonly Shift[] {
  return spectra.slice(lag).flatMap((after, index) => {
    const before = spectra[index];
    if (before === undefined || steps.slice(index, index + lag).some(({ peak }) => peak < PEAK_MIN)) return [];
    const shift = correlator.shiftBetween(before, after);
    return shift.peak >= PEAK_MIN ? [shift] : [];
  });
}

function motionFrom(shifts: readonly Shift[], lag: number, { rate, width, height, aspect }: MotionSource): Motion {
  const perSecond = (100 * rate) / lag;
  const steps = shifts.map(({ x, y }) => ({
    across: (x / width) * perSecond,
    down: (y / height / aspect) * perSecond,
  }));
  const speeds = steps.map(({ across, down }) => Math.hypot(across, down));
  const across = median(steps.map((step) => step.across));
  const down = median(steps.map((step) => step.down));
  const speed = median(speeds);
  const total = speeds.reduce((sum, one) => sum + one, 0);
  const sumAcross = steps.reduce((sum, step) => sum + step.across, 0);
  const sumDown = steps.reduce((sum, step) => sum + step.down, 0);
  return {
    speed: speed < STILL_BELOW ? 0 : speed,
    across,
    down,
    steadiness: total > 0 ? Math.hypot(sumAcross, sumDown) / total : 0,
  };
}
