import type Sharp from "sharp";
import { frameAt } from "./film-frames.ts";
import { withPicture } from "./open-picture.ts";
import type { FilmProbe } from "./pool/protocol.ts";

/** Frames of a film for a vision model. */
const FRAMES = 8;
const SIDE = 768;
const QUALITY = 80;

/** Returns a picture for a vision model: a JPEG of at most 768 pixels per side, in base64. Throws decoder errors. */
export async function pictureForModel(sharp: typeof Sharp, path: string): Promise<string[]> {
  const shrink = { width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true } as const;
  const jpeg = await withPicture(sharp, path, (picture) =>
    picture.resize(shrink).flatten({ background: "white" }).jpeg({ quality: QUALITY }).toBuffer(),
  );
  return [jpeg.toString("base64")];
}

/** Returns up to eight evenly spaced frames of a film, as JPEGs in base64. Frames that cannot be decoded are skipped. */
export async function filmForModel(sharp: typeof Sharp, path: string, film: FilmProbe): Promise<string[]> {
  const frames: string[] = [];
  for (let at = 0; at < FRAMES; at++) {
    const frame = await frameAt(path, film, (film.duration * (at + 0.5)) / FRAMES);
    if (frame === null) continue;
    const jpeg = await sharp(frame).jpeg({ quality: QUALITY }).toBuffer();
    frames.push(jpeg.toString("base64"));
  }
  return frames;
}
