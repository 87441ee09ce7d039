import { beforeAll, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type Sharp from "sharp";
import { decodePicture } from "../../src/analysis/decode-picture.ts";
import { PictureUnreadable } from "../../src/analysis/unreadable.ts";
import { measure } from "../../src/analysis/measures.ts";
import type { Pixels } from "../../src/analysis/pixels.ts";
import { loadSharp } from "../../src/native/load-sharp.ts";
import { draw, even, sunset } from "../support/drawn-pictures.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let sharp: typeof Sharp;
let folder: string;

beforeAll(async () => {
  sharp = await loadSharp(null);
  folder = temporaryFolder();
});

const drawn = ({ data, width, height }: Pixels): ReturnType<typeof Sharp> =>
  sharp(data, { raw: { width, height, channels: 3 } });

async function decoded(file: Uint8Array): Promise<Pixels> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, file);
  return decodePicture(sharp, path);
}

async function refusalOf(file: Uint8Array): Promise<string> {
  const error: unknown = await decoded(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PictureUnreadable);
  return error instanceof Error ? error.message : "";
}

const colourAt = ({ data, width }: Pixels, column: number, row: number): number[] =>
  Array.from(data.subarray((row * width + column) * 3, (row * width + column) * 3 + 3));

describe("decodePicture", () => {
  test("decodes JPEG, PNG and WebP to upright pixels, at most 256 per side", async () => {
    const picture = drawn(draw(800, 400, (x) => (x < 0.5 ? [220, 30, 30] : [30, 30, 220])));
    for (const file of [picture.clone().jpeg(), picture.clone().png(), picture.clone().webp({ lossless: true })]) {
      const pixels = await decoded(await file.toBuffer());
      expect([pixels.width, pixels.height, pixels.data.length]).toEqual([256, 128, 256 * 128 * 3]);
      const [red = 0, , blue = 0] = colourAt(pixels, 20, 60);
      expect(red - blue).toBeGreaterThan(150);
    }
  });

  test("keeps the size of a small picture", async () => {
    const pixels = await decoded(
      await drawn(even([10, 20, 30]))
        .png()
        .toBuffer(),
    );
    expect([pixels.width, pixels.height]).toEqual([96, 64]);
    expect(colourAt(pixels, 5, 5)).toEqual([10, 20, 30]);
  });

  test("turns each of the eight orientations upright", async () => {
    const upright = drawn(sunset());
    // How a camera stores the picture for each orientation: the inverse of the viewer's rotation.
    const stored: Record<number, (picture: ReturnType<typeof Sharp>) => ReturnType<typeof Sharp>> = {
      1: (picture) => picture,
      2: (picture) => picture.flop(),
      3: (picture) => picture.rotate(180),
      4: (picture) => picture.flip(),
      6: (picture) => picture.rotate(270),
      8: (picture) => picture.rotate(90),
    };
    for (const [orientation, turn] of Object.entries(stored)) {
      const pixels = await turn(upright.clone()).png().toBuffer();
      const file = await sharp(pixels)
        .withMetadata({ orientation: Number(orientation) })
        .png()
        .toBuffer();
      const { data, width, height } = await decoded(file);
      expect([width, height]).toEqual([240, 160]);
      expect(Buffer.from(data).equals(Buffer.from(sunset().data))).toBe(true);
    }
  });

  test("converts grey to three channels and 16 bits to one byte", async () => {
    const grey = await drawn(even([90, 90, 90]))
      .greyscale()
      .png()
      .toBuffer();
    const deep = await drawn(even([90, 140, 200]))
      .toColourspace("rgb16")
      .png()
      .toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe("ushort");
    expect(colourAt(await decoded(grey), 3, 3)).toEqual([90, 90, 90]);
    expect(colourAt(await decoded(deep), 3, 3)).toEqual([90, 140, 200]);
  });

  test("converts the colours of a CMYK picture, not inverted", async () => {
    const file = await drawn(even([200, 40, 40]))
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).space).toBe("cmyk");
    const { warmth, palette } = measure(await decoded(file));
    expect(warmth).toBeGreaterThan(0.3);
    expect(palette[0]?.name).toMatch(/red|brown/);
  });

  test("puts transparent pixels on white", async () => {
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    expect(colourAt(await decoded(await clear.png().toBuffer()), 20, 20)).toEqual([255, 255, 255]);
  });

  test("takes the first frame of an animated WebP", async () => {
    const frames = draw(40, 80, (_x, y) => (y < 0.5 ? [200, 0, 0] : [0, 0, 200]));
    const file = await sharp(frames.data, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .webp({ lossless: true, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(2);
    const pixels = await decoded(file);
    expect([pixels.width, pixels.height]).toEqual([40, 40]);
    expect(colourAt(pixels, 20, 20)).toEqual([200, 0, 0]);
  });

  test("refuses other formats with a sentence, even if the decoders could read them", async () => {
    const tiff = await drawn(sunset()).tiff().toBuffer();
    const gif = await drawn(sunset()).gif().toBuffer();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    for (const file of [tiff, gif, svg, new Uint8Array(), Buffer.from("not a picture")]) {
      expect(await refusalOf(file)).toBe("The file is not a JPEG, PNG or WebP picture.");
    }
  });

  test("refuses a truncated or damaged picture with a sentence that names no path", async () => {
    const jpeg = await drawn(sunset()).jpeg().toBuffer();
    const png = await drawn(sunset()).png().toBuffer();
    const damaged = Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(400, 0x5a)]);
    for (const file of [jpeg.subarray(0, jpeg.length / 2), png.subarray(0, png.length / 2), damaged]) {
      const message = await refusalOf(file);
      expect(message).toMatch(/^The picture could not be decoded: .+[^.]\.$/);
      expect(message).not.toContain(folder);
    }
  });

  test("refuses a header with more pixels than an upload can have", async () => {
    const png = await drawn(even([1, 2, 3]))
      .png()
      .toBuffer();
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    expect(await refusalOf(png)).toStartWith("The picture could not be decoded: ");
  });

  test("refuses a missing file", async () => {
    const error: unknown = await decodePicture(sharp, join(folder, "away")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PictureUnreadable);
  });
});
