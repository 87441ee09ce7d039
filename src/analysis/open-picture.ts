import type Sharp from "sharp";
import type { Sharp as Picture } from "sharp";
import { messageOf } from "../lib/assert.ts";
import type { PictureProbe } from "./pool/protocol.ts";

/** Twice the pixels of the largest accepted picture. The dimensions are checked before anything is decoded. */
const PIXELS_MAX = 2 * 4_096 ** 2;

/**
 * The libjpeg warning about extra bytes between two restart intervals. Some cameras write them, and decoding continues at
 * the next interval. Noise behind a valid header causes a different warning first, about a premature end of a segment.
 */
const HARMLESS = /extraneous bytes before marker 0xd[0-7]/;

/**
 * Opens a picture, turned upright by its EXIF orientation, and passes it to `work`, which can be called twice. Damage is
 * an error: otherwise half a picture, or noise, would be analysed. Throws decoder errors.
 */
export async function withPicture<Result>(
  sharp: typeof Sharp,
  path: string,
  work: (picture: Picture) => Promise<Result>,
): Promise<Result> {
  const open = (failOn: "warning" | "error"): Picture =>
    sharp(path, { limitInputPixels: PIXELS_MAX, failOn, sequentialRead: true, pages: 1 }).autoOrient();
  try {
    return await work(open("warning"));
  } catch (error) {
    if (!HARMLESS.test(messageOf(error))) throw error;
    return await work(open("error"));
  }
}

/**
 * Reads the header of a picture of any size. No pixels are decoded, so the limit on pixels is off. Throws decoder
 * errors.
 */
export async function probePicture(sharp: typeof Sharp, path: string): Promise<PictureProbe> {
  const { format, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
  return { format, width: autoOrient.width, height: autoOrient.height };
}
