import { loadSharp } from "../native/load-sharp.ts";
import { frameAt } from "./film-frames.ts";
import { hashOf } from "./hash-picture.ts";
import type { FilmProbe, PerceptualHashes } from "./sight/protocol.ts";

/** Where in a film frames are taken, in shares of its length. */
const PLACES = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9];

/** The perceptual hashes of a few frames of a film; those that cannot be read are left out. */
export async function hashFilm(path: string, film: FilmProbe, signal: AbortSignal): Promise<PerceptualHashes[]> {
  const sharp = await loadSharp(null);
  const hashes: PerceptualHashes[] = [];
  for (const place of PLACES) {
    const frame = await frameAt(path, film, place * film.duration, signal);
    if (frame !== null) hashes.push(await hashOf(sharp(frame)));
  }
  return hashes;
}
