import { medianOf } from "../statistics.ts";
import type { PhaseCorrelator, Shift, Spectrum } from "./phase-correlation.ts";

/** The movement of the entire picture in one moment. Speeds are in percent of the picture's width per second. */
export interface Motion {
  /** Median speed between frames. Null if unknown, for example across a cut. */
  readonly speed: number | null;
  /** Median velocity; right and down are positive. */
  readonly across: number;
  readonly down: number;
  /** 1 if all frames move the same way, near 0 if the camera shakes. */
  readonly steadiness: number;
}

/**
 * Distances, in frames, for slow movement: a slow pan moves less than a pixel per frame, and noise would dominate. The
 * next distance is used while the shift is below `SHIFT_MIN`.
 */
const LONGER_LAGS = [5, 12] as const;
const SHIFT_MIN = 1.5;
/** A fast pan, which replaces content at one side, has a higher peak than this; two different scenes have a lower one. */
const PEAK_MIN = 0.2;
/** Slower movement is measurement noise. */
const STILL_BELOW = 0.4;

export interface MotionSource {
  /** Grey frames with the size of the correlator. */
  readonly frames: readonly Uint8Array[];
  /** Frames per second. */
  readonly rate: number;
  readonly width: number;
  readonly height: number;
  /** Width divided by height of the film, after rotation. */
  readonly aspect: number;
}

export function motionOf(source: MotionSource, correlator: PhaseCorrelator): Motion {
  const spectra = source.frames.map((frame) => correlator.spectrumOf(frame));
  const steps = spectra.slice(1).map((after, index) => correlator.shiftBetween(spectra[index] ?? after, after));
  let shifts: readonly Shift[] = steps.filter(({ peak }) => peak >= PEAK_MIN);
  let lag = 1;
  for (const longer of LONGER_LAGS) {
    if (medianOf(shifts.map(({ x, y }) => Math.hypot(x, y))) >= SHIFT_MIN) break;
    const over = shiftsOver(longer, spectra, steps, correlator);
    if (over.length === 0) break;
    [shifts, lag] = [over, longer];
  }
  return shifts.length === 0 ? { speed: null, across: 0, down: 0, steadiness: 0 } : motionFrom(shifts, lag, source);
}

/** Returns the shifts between frames that are `lag` apart and have no cut between them. */
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
  const across = medianOf(steps.map((step) => step.across));
  const down = medianOf(steps.map((step) => step.down));
  const speed = medianOf(speeds);
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
