import { describe, expect, test } from "bun:test";
import { flickerOf } from "../../../src/analysis/film/flicker.ts";

const RATE = 25;

function second(of: (frame: number) => number): number[] {
  return Array.from({ length: RATE }, (_, frame) => of(frame));
}

describe("flicker", () => {
  test("is 0 for steady light, a fade, and a cut to another light", () => {
    const fade = second((frame) => frame / RATE);
    const cut = second((frame) => (frame < 12 ? 0.2 : 0.8));
    expect(flickerOf([second(() => 0.5), fade, cut], RATE)).toBe(0);
  });

  test("is high for a strobe, and lower if only a part of the film has one", () => {
    const strobe = second((frame) => (Math.floor(frame / 3) % 2 === 0 ? 0.2 : 0.7));
    const all = flickerOf([strobe, strobe], RATE);
    expect(all).toBeGreaterThan(0.7);
    expect(flickerOf([strobe, second(() => 0.5)], RATE)).toBeCloseTo(all / 2, 5);
  });

  test("is 0 for a lamp that is switched on and later off", () => {
    expect(flickerOf([second((frame) => (frame > 4 && frame < 22 ? 0.7 : 0.2))], RATE)).toBe(0);
  });

  test("is 0 for a single frame and for no frames", () => {
    expect(flickerOf([[0.5]], RATE)).toBe(0);
    expect(flickerOf([], RATE)).toBe(0);
  });
});
