import { describe, expect, test } from "bun:test";
import { distanceOf, type Grey } from "../../../src/analysis/hashes/grey.ts";
import { pdqHash } from "../../../src/analysis/hashes/pdq.ts";
import { averageHash, cosineHash, differenceHash } from "../../../src/analysis/hashes/small-hashes.ts";

function grey(width: number, height: number, shade: (x: number, y: number) => number): Grey {
  const values = Float64Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width)));
  return { width, height, values };
}

const scene = (size: number, light = 0, slant = 0): Grey =>
  grey(size, size, (x, y) => {
    const [u, v] = [x / size, y / size];
    return 128 + light + 60 * Math.sin(7 * u + 3 * v) + 40 * Math.cos(11 * v - 2 * u + slant) * Math.sin(23 * u * v);
  });

test("the difference hash has a bit, the first being the highest, for every pixel that is brighter than its left neighbour", () => {
  expect(differenceHash(grey(9, 8, (x) => x))).toBe("ffffffffffffffff");
  expect(differenceHash(grey(9, 8, (x) => -x))).toBe("0000000000000000");
  expect(differenceHash(grey(9, 8, (x, y) => (y === 0 && x > 0 ? x : 9 - x)))).toStartWith("7f");
});

test("the average hash has a bit for every pixel that is brighter than the mean", () => {
  expect(averageHash(grey(8, 8, (_, y) => (y < 4 ? 255 : 0)))).toBe("ffffffff00000000");
});

test("the cosine hash has half of its bits set, and a horizontal wave in its first row", () => {
  const hash = cosineHash(scene(32), 0);
  expect(distanceOf(hash, "0000000000000000")).toBe(32);
  const wave = cosineHash(
    grey(32, 32, (x) => Math.cos((Math.PI / 64) * 3 * (2 * x + 1))),
    0,
  );
  expect(Number.parseInt(wave[0] ?? "", 16) & 1).toBe(1);
});

describe("PDQ", () => {
  test("has 256 bits, half of them set", () => {
    const { hash } = pdqHash(scene(512));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(distanceOf(hash, "0".repeat(64))).toBe(128);
  });

  test("is close for the same picture in another size and light, and far for another picture", () => {
    const { hash } = pdqHash(scene(512));
    expect(distanceOf(hash, pdqHash(scene(300)).hash)).toBeLessThanOrEqual(20);
    expect(distanceOf(hash, pdqHash(scene(512, 15)).hash)).toBeLessThanOrEqual(10);
    expect(distanceOf(hash, pdqHash(scene(512, 0, 2)).hash)).toBeGreaterThan(60);
  });

  test("writes the lowest frequency last", () => {
    const wave = (at: number): number => Math.cos((Math.PI / 128) * (2 * at + 1));
    expect(pdqHash(grey(64, 64, (x, y) => wave(x) * wave(y))).hash).toMatch(/[13579bdf]$/);
  });

  test("has no quality for a flat picture", () => {
    expect(pdqHash(grey(64, 64, () => 90)).quality).toBe(0);
    expect(pdqHash(scene(512)).quality).toBeGreaterThan(50);
  });
});

test("a distance counts the bits that differ", () => {
  expect(distanceOf("ffffffffffffffff", "0000000000000000")).toBe(64);
  expect(distanceOf("8000000000000001", "0000000000000000")).toBe(2);
  expect(distanceOf("0f", "0f")).toBe(0);
});
