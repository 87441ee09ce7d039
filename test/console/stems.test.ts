import { describe, expect, test } from "bun:test";
import { gainOf } from "../../src/console/app/player/loudness.ts";
import { audibleStems, stemCorrection } from "../../src/console/app/player/stem-mix.ts";

const [open, muted, solo, both] = [
  { isMuted: false, isSolo: false },
  { isMuted: true, isSolo: false },
  { isMuted: false, isSolo: true },
  { isMuted: true, isSolo: true },
];

describe("stems", () => {
  test("sound if they are not muted", () => {
    expect(audibleStems([open, muted, open])).toEqual([true, false, true]);
  });

  test("are silent beside a soloed one", () => {
    expect(audibleStems([open, solo, muted, solo])).toEqual([false, true, false, true]);
  });

  test("that are muted do not sound, and their solo does not count", () => {
    expect(audibleStems([open, both, solo])).toEqual([false, false, true]);
    expect(audibleStems([open, both, muted])).toEqual([true, false, false]);
  });

  test("are brought to the song by rate, and jump if they are far away", () => {
    expect(stemCorrection(10, 10.005)).toEqual({ kind: "rate", rate: 1 });
    expect(stemCorrection(10, 10.05)).toEqual({ kind: "rate", rate: 1.02 });
    expect(stemCorrection(10, 9.95)).toEqual({ kind: "rate", rate: 0.98 });
    expect(stemCorrection(10, 12)).toEqual({ kind: "jump", seconds: 12 });
  });
});

describe("the volume for a common loudness", () => {
  test("turns a song down by what it is louder", () => {
    expect(gainOf(-13)).toBeCloseTo(10 ** (-10 / 20), 5);
    expect(gainOf(-13) / gainOf(-17)).toBeCloseTo(10 ** (-4 / 20), 5);
  });

  test("never amplifies", () => {
    expect([gainOf(-23), gainOf(-40)]).toEqual([1, 1]);
  });

  test("takes a song that is not measured for a usual one", () => {
    expect(gainOf(null)).toBe(gainOf(-14));
  });
});
