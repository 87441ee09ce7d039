import { loadSharp } from "../native/load-sharp.ts";
import type { PictureProbe } from "./sight/protocol.ts";

/** Reads a picture's header and no pixel of it, so its claims may be of any size. Throws what the decoder complains of. */
export async function probePicture(path: string): Promise<PictureProbe> {
  const sharp = await loadSharp(null);
  const { format, width, height, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
  return { format, width: autoOrient.width ?? width, height: autoOrient.height ?? height };
}
