import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { surveyPlan } from "../../../src/analysis/film/survey-plan.ts";
import type { FilmProbe } from "../../../src/analysis/pool/protocol.ts";

const FULL_HD: FilmProbe = {
  container: "mov",
  duration: 600,
  width: 1920,
  height: 1080,
  frameRate: 25,
  videoCodec: "h264",
  x264Version: null,
  hasAudio: true,
  ffmpegPath: "",
};

function surveyed(film: FilmProbe): number {
  const { windows, frameCount } = surveyPlan(film);
  return windows.reduce((sum, { from, to }) => sum + to - from, 0) / frameCount;
}

describe("the plan of a survey", () => {
  test("covers all of ten minutes of 1080p with fast decoding", () => {
    expect(surveyPlan(FULL_HD)).toMatchObject({ rate: 8, frameCount: 4_800, isFast: true });
    expect(surveyed(FULL_HD)).toBe(1);
  });

  test("decodes every frame of a short film", () => {
    const plan = surveyPlan({ ...FULL_HD, duration: 30 });
    expect(plan).toMatchObject({ rate: 25, frameCount: 750, isFast: false });
    expect(surveyed({ ...FULL_HD, duration: 30 })).toBe(1);
  });

  test("samples even parts of a film that would take minutes", () => {
    const film = { ...FULL_HD, width: 3840, height: 2160, frameRate: 60 };
    expect(surveyed(film)).toBeGreaterThan(0.05);
    expect(surveyed(film)).toBeLessThan(0.2);
    const { windows, frameCount } = surveyPlan(film);
    expect(windows.length).toBeGreaterThan(5);
    expect(windows[0]?.from).toBeLessThan(frameCount / 10);
    expect(windows.at(-1)?.to).toBeGreaterThan(frameCount * 0.9);
  });

  test("is bounded and in order for any claims of a file", () => {
    const film = fc.record({
      duration: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      width: fc.integer({ min: 1, max: 16_384 }),
      height: fc.integer({ min: 1, max: 16_384 }),
      frameRate: fc.option(fc.double({ min: 0.0001, max: 90_000, noNaN: true })),
      videoCodec: fc.constantFrom("h264", "vp9", "av1", "something else"),
    });
    fc.assert(
      fc.property(film, (claimed) => {
        const { windows, frameCount, rate } = surveyPlan({ ...FULL_HD, ...claimed });
        expect(frameCount).toBeLessThanOrEqual(4_801);
        expect(windows.length).toBeGreaterThan(0);
        expect(windows.length).toBeLessThanOrEqual(200);
        expect(rate).toBeGreaterThan(0);
        let last = 0;
        for (const { from, to } of windows) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(frameCount);
      }),
    );
  });
});
