import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { laneOf } from "../../src/assets/analysis-lanes.ts";
import { expectedWorkMs } from "../../src/assets/expected-work.ts";

const FILM = { mediaKind: "video" } as const;
const HD = { ...FILM, width: 1_920, height: 1_080 };
const SMALL = { ...FILM, width: 640, height: 360 };
const AUDIO = { mediaKind: "audio", width: null, height: null } as const;

describe("the expected work of an analysis", () => {
  test.each([
    // Processor time that was measured on two cores, in milliseconds.
    ["2 s of 360p", { ...SMALL, duration: 2 }, 660],
    ["2 s of 1080p", { ...HD, duration: 2 }, 2_260],
    ["10 s of 360p, VP9", { ...SMALL, duration: 10 }, 1_870],
    ["45 s of 180p", { ...FILM, width: 320, height: 180, duration: 45 }, 5_240],
    ["45 s of 720p", { ...FILM, width: 1_280, height: 720, duration: 45 }, 18_790],
    ["45 s of 1080p", { ...HD, duration: 45 }, 27_650],
    ["2 min of 1080p", { ...HD, duration: 120 }, 26_630],
    ["10 min of 1080p", { ...HD, duration: 600 }, 50_490],
    ["4 s of 2160p", { ...FILM, width: 3_840, height: 2_160, duration: 4 }, 4_490],
    ["an hour of MP3", { ...AUDIO, duration: 3_590 }, 34_950],
  ])("is within a factor of two for %s", (_, source, measured) => {
    const ratio = expectedWorkMs(source) / measured;
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2.1);
  });

  test("never gets less with length or size", () => {
    const side = fc.integer({ min: 1, max: 8_192 });
    const duration = fc.double({ min: 0, max: 600, noNaN: true });
    const more = fc.double({ min: 1, max: 4, noNaN: true });
    fc.assert(
      fc.property(side, side, duration, more, (width, height, seconds, factor) => {
        const work = expectedWorkMs({ ...FILM, width, height, duration: seconds });
        expect(expectedWorkMs({ ...FILM, width, height, duration: seconds * factor })).toBeGreaterThanOrEqual(work);
        expect(expectedWorkMs({ ...FILM, width: width * factor, height, duration: seconds })).toBeGreaterThanOrEqual(
          work,
        );
        expect(work).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the lane of an analysis", () => {
  test.each([
    ["picture", { mediaKind: "image", width: 4_096, height: 4_096, duration: null }],
    ["clip", { ...HD, duration: 2 }],
    ["clip", { ...SMALL, duration: 20 }],
    ["film", { ...HD, duration: 45 }],
    ["clip", { ...AUDIO, duration: 200 }],
    ["clip", { ...AUDIO, duration: null }],
    ["film", { ...AUDIO, duration: 3_600 }],
    ["film", { ...FILM, width: 16, height: 16, duration: 600 }],
    ["film", { ...FILM, width: 8_192, height: 8_192, duration: 2 }],
  ] as const)("is %s for %p", (lane, source) => {
    expect(laneOf(source)).toBe(lane);
  });
});
