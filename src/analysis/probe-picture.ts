import type Sharp from "sharp";
import type { PictureProbe } from "./sight/protocol.ts";

/** Reads a picture's header and no pixel of it, so its claims may be of any size. Throws what the decoder complains of. */
export async function probePicture(sharp: typeof Sharp, path: string): Promise<PictureProbe> {
  const { format, width, height, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
  return { format, width: autoOrient.width ?? width, height: autoOrient.height ?? height };
}
