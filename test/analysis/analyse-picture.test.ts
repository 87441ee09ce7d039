import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type Sharp from "sharp";
import { randomFrom } from "../../scripts/lib/random.ts";
import { drawnGraphic } from "../../scripts/train/drawn-graphics.ts";
import { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { analysePicture } from "../../src/analysis/analyse-picture.ts";
import { describePixels } from "../../src/analysis/analyse-picture.ts";
import { loadSharp } from "../../src/native/load-sharp.ts";
import { alley, draw, even, fog, forest, mirrored, sunset } from "../support/drawn-pictures.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let sharp: typeof Sharp;
let folder: string;

beforeAll(async () => {
  sharp = await loadSharp(null);
  folder = temporaryFolder();
});

describe("describePixels", () => {
  test("matches the schema for any picture", () => {
    const anyPicture = fc
      .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
      .chain(({ width, height }) =>
        fc
          .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
          .map((data) => ({ data, width, height })),
      );
    fc.assert(
      fc.property(anyPicture, (pixels) => {
        expect([...Value.Errors(PictureAnalysis, describePixels(pixels))]).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('gives a value with a confidence above 0.5, or "unsure"', () => {
    for (const picture of [sunset(), alley(), fog(), forest(), even([128, 128, 128])]) {
      const seen = describePixels(picture);
      for (const guess of [seen.subject, seen.time_of_day, seen.weather, seen.setting, seen.scenes[0]]) {
        expect(guess?.value === "unsure").toBe((guess?.confidence ?? 0) <= 0.5);
      }
    }
  });

  test("detects a low sun over the sea", () => {
    const seen = describePixels(sunset());
    expect(seen.time_of_day.value).toBe("dusk");
    expect(seen.weather.value).toBe("sunrise");
    expect(seen.words).toContain("warm colours");
    expect(seen.warmth).toBeGreaterThan(0.4);
  });

  test("detects lamps in a drawn dark alley, and neither day nor weather", () => {
    const seen = describePixels(alley());
    expect(["night", "unsure"]).toContain(seen.time_of_day.value);
    expect(["none", "unsure"]).toContain(seen.weather.value);
    expect(seen.words).toContain("lights in the dark");
    expect(seen.palette[0]?.name).toBe("black");
  });

  test("detects little in fog, and no city", () => {
    const seen = describePixels(fog());
    expect(seen.words).toContain("soft contrast");
    expect(seen.words).toContain("plain");
    expect(seen.words).not.toContain("city");
    expect(seen.energy).toBeLessThan(0.3);
  });

  test("gives a forest more energy than fog, and names its green", () => {
    const seen = describePixels(forest());
    expect(seen.palette[0]?.name).toContain("green");
    expect(seen.energy).toBeGreaterThan(describePixels(fog()).energy);
  });

  test("does not guess a city for a picture only because it is grey", () => {
    for (const value of [40, 128, 220]) {
      const { words } = describePixels(even([value, value, value]));
      expect(words).toContain("black and white");
      expect(words).not.toContain("city");
    }
  });

  test("is the same for a mirror image", () => {
    for (const picture of [sunset(), alley(), forest()]) {
      const [one, other] = [describePixels(picture), describePixels(mirrored(picture))];
      expect(other.words).toEqual(one.words);
      expect(other.scenes.map(({ value }) => value)).toEqual(one.scenes.map(({ value }) => value));
    }
  });
});

describe("the example pictures", () => {
  test("are a coast or sky at dusk, and a street at night", async () => {
    const seen = await Promise.all(
      ["sunset-beach", "dark-alley"].map((name) =>
        analysePicture(sharp, join(import.meta.dir, `../../demo/pictures/${name}.jpg`)),
      ),
    );
    expect(seen.map(({ time_of_day: time }) => time.value)).toEqual(["dusk", "night"]);
    expect(seen.map(({ setting }) => setting.value)).toEqual(["outdoors", "outdoors"]);
  });

  test("is a graphic without scene, hour or weather for a slide", async () => {
    const slide = await drawnGraphic(sharp, randomFrom(99));
    const { subject, scenes, time_of_day: time, weather, setting } = describePixels(slide);
    expect(subject?.value).toBe("graphic");
    expect([scenes[0], time, weather, setting].map((guess) => guess?.value)).toEqual(Array(4).fill("none"));
  });
});

describe("analysePicture", () => {
  test("is the same for every orientation of a photo", async () => {
    const { data, width, height } = draw(1200, 800, (x, y) => [255 * x, 90 + 90 * Math.sin(5 * y), 200 * (1 - y)]);
    const upright = sharp(data, { raw: { width, height, channels: 3 } });
    const stored = { 1: 0, 3: 180, 6: 270, 8: 90 };
    const analyses: PictureAnalysis[] = [];
    for (const [orientation, degrees] of Object.entries(stored)) {
      const turned = await upright.clone().rotate(degrees).png().toBuffer();
      const path = join(folder, `${orientation}.jpg`);
      await sharp(turned)
        .withMetadata({ orientation: Number(orientation) })
        .jpeg({ quality: 95 })
        .toFile(path);
      analyses.push(await analysePicture(sharp, path));
    }
    const [first] = analyses;
    for (const other of analyses) {
      expect(other.words).toEqual(first?.words ?? []);
      expect(other.scenes.map(({ value }) => value)).toEqual(first?.scenes.map(({ value }) => value) ?? []);
      expect(other.brightness).toBeCloseTo(first?.brightness ?? 0, 2);
    }
  });
});
