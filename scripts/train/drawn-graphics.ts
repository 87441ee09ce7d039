import type Sharp from "sharp";
import type { Pixels } from "../../src/analysis/pixels.ts";
import { graphic } from "../draw/graphics/graphic.ts";
import type { Random } from "../lib/random.ts";
import { DRAWN } from "./hold-out.ts";
import type { LabelledPicture } from "./labelled-pictures.ts";

const COUNT = 140;
/** As decodePicture. */
const SIDE = 256;
/** JPEG quality of the drawings, from sharp to coarse. */
const QUALITY = { least: 45, range: 50 } as const;

/** The data has no slides, charts or title cards, so the training draws them. Each is a group. */
export function drawnGraphics(): LabelledPicture[] {
  return Array.from({ length: COUNT }, (_, at) => ({
    file: `graphic ${at}`,
    source: DRAWN,
    group: `graphic ${at}`,
    isGrey: false,
    timeOfDay: null,
    weather: null,
    setting: null,
    scene: null,
    isThing: false,
    subject: "graphic",
    eye: null,
    valence: null,
    arousal: null,
  }));
}

/** Draws a graphic, compresses it as JPEG and returns its pixels. */
export async function drawnGraphic(sharp: typeof Sharp, random: Random): Promise<Pixels> {
  const drawing = Buffer.from(graphic(random));
  const quality = Math.round(QUALITY.least + QUALITY.range * random());
  const compressed = await sharp(drawing).flatten({ background: "#ffffff" }).jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(compressed)
    .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
