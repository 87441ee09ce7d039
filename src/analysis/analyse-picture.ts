import type Sharp from "sharp";
import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { decodePicture } from "./decode-picture.ts";
import { describePixels } from "./describe-pixels.ts";

/**
 * What is seen in an uploaded picture. To be called in a child process: see decodePicture.
 * @param sharp as `NativeParts.loadSharp` gives it.
 * @throws PictureUnreadable, with a sentence for the asset's `error`.
 */
export async function analysePicture(sharp: typeof Sharp, path: string): Promise<PictureAnalysis> {
  return describePixels(await decodePicture(sharp, path));
}
