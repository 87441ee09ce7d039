import type { PictureAnalysis } from "../../schema/wire/analysis.ts";
import { measureLooks } from "./measure-looks.ts";
import { withPicture } from "./open-picture.ts";

/** Says in words and numbers what is seen in a picture file. Throws what the decoder complains of. */
export async function analysePicture(path: string): Promise<PictureAnalysis> {
  return { kind: "image", ...(await withPicture(path, measureLooks)) };
}
