import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { phaseCorrelator } from "../../../src/analysis/film/phase-correlation.ts";

const WIDTH = 128;
const HEIGHT = 64;
const correlator = phaseCorrelator(WIDTH, HEIGHT);

/** An endless scene with the spectrum of a photograph. It can be moved by any fraction of a pixel. */
function scene(seed: number): (x: number, y: number) => number {
  let state = seed;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const waves = Array.from({ length: 150 }, () => {
    const [across, down] = [(chance() - 0.5) * 4, (chance() - 0.5) * 4];
    return { across, down, phase: chance() * 2 * Math.PI, strength: 1 / (0.05 + Math.hypot(across, down)) };
  });
  return (x, y) =>
    waves.reduce(
      (sum, { across, down, phase, strength }) => sum + strength * Math.cos(across * x + down * y + phase),
      128,
    );
}

function frame(of: (x: number, y: number) => number, movedX: number, movedY: number): Float64Array {
  return Float64Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    of((at % WIDTH) - movedX, Math.floor(at / WIDTH) - movedY),
  );
}

describe("phase correlation", () => {
  test("measures the movement of a scene to a fraction of a pixel", () => {
    const moves = fc.record({
      seed: fc.integer({ min: 1, max: 2 ** 31 }),
      x: fc.double({ min: -16, max: 16, noNaN: true }),
      y: fc.double({ min: -6, max: 6, noNaN: true }),
    });
    fc.assert(
      fc.property(moves, ({ seed, x, y }) => {
        const of = scene(seed);
        const shift = correlator.shiftBetween(
          correlator.spectrumOf(frame(of, 0, 0)),
          correlator.spectrumOf(frame(of, x, y)),
        );
        expect(Math.abs(shift.x - x)).toBeLessThan(0.3);
        expect(Math.abs(shift.y - y)).toBeLessThan(0.3);
      }),
      { numRuns: 20 },
    );
  });

  test("measures the same with different light and with grain", () => {
    const of = scene(7);
    const grainy = frame(of, 5.5, 0).map((value, at) => value * 0.5 + 40 + ((at * 7919) % 13) / 4);
    const shift = correlator.shiftBetween(correlator.spectrumOf(frame(of, 0, 0)), correlator.spectrumOf(grainy));
    expect(shift.x).toBeCloseTo(5.5, 0);
    expect(Math.abs(shift.y)).toBeLessThan(0.2);
  });

  test("has a low peak for unrelated pictures and a peak of nearly 1 for equal ones", () => {
    const [one, other] = [correlator.spectrumOf(frame(scene(1), 0, 0)), correlator.spectrumOf(frame(scene(2), 0, 0))];
    expect(correlator.shiftBetween(one, one)).toMatchObject({ x: 0, y: 0 });
    expect(correlator.shiftBetween(one, one).peak).toBeGreaterThan(0.95);
    expect(correlator.shiftBetween(one, other).peak).toBeLessThan(0.3);
  });

  test("measures no movement in blank frames", () => {
    const blank = correlator.spectrumOf(new Float64Array(WIDTH * HEIGHT).fill(80));
    expect(correlator.shiftBetween(blank, blank)).toMatchObject({ x: 0, y: 0, peak: 0 });
  });
});
