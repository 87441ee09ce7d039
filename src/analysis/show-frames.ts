import type Sharp from "sharp";
import { frameAt } from "./film-frames.ts";
import { withPicture } from "./open-picture.ts";
import type { FilmProbe } from "./sight/protocol.ts";

/** What a vision model is shown of a film. */
const FRAMES = 8;
const SIDE = 768;
const QUALITY = 80;

/** A picture as a vision model is shown it: a JPEG of 768 pixels at most, in base64. Throws what the decoder complains of. */
export async function showPicture(sharp: typeof Sharp, path: string): Promise<string[]> {
  const shrink = { width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true } as const;
  const jpeg = await withPicture(sharp, path, (picture) =>
    picture.resize(shrink).flatten({ background: "white" }).jpeg({ quality: QUALITY }).toBuffer(),
  );
  return [jpeg.toString("base64")];
}

/** Eight frames of a film, evenly over its length, as showPicture gives them; those that can be decoded. */
export async function showFilm(sharp: typeof Sharp, path: string, film: FilmProbe): Promise<string[]> {
  const shown: string[] = [];
  const never = new AbortController().signal;
  for (let at = 0; at < FRAMES; at++) {
    const frame = await frameAt(path, film, (film.duration * (at + 0.5)) / FRAMES, never);
    if (frame === null) continue;
    const jpeg = await sharp(frame).jpeg({ quality: QUALITY }).toBuffer();
    shown.push(jpeg.toString("base64"));
  }
  return shown;
}
