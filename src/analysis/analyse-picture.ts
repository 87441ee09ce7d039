import type Sharp from "sharp";
import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { measureLooks } from "./measure-looks.ts";
import { withPicture } from "./open-picture.ts";

/** Says in words and numbers what is seen in a picture file. Throws what the decoder complains of. */
export async function analysePicture(sharp: typeof Sharp, path: string): Promise<PictureAnalysis> {
  return { kind: "image", ...(await withPicture(sharp, path, measureLooks)) };
}
