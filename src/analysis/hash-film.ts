import { loadSharp } from "../native/load-sharp.ts";
import { frameAt } from "./film-frames.ts";
import { hashOf } from "./hash-picture.ts";
import type { FilmProbe, PerceptualHashes } from "./pool/protocol.ts";

/** Positions of the hashed frames, as shares of the film's length. */
const POSITIONS = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9];

/** Returns the perceptual hashes of a few frames of a film. Unreadable frames are skipped. */
export async function hashFilm(path: string, film: FilmProbe): Promise<PerceptualHashes[]> {
  const sharp = await loadSharp(null);
  const hashes: PerceptualHashes[] = [];
  for (const position of POSITIONS) {
    const frame = await frameAt(path, film, position * film.duration);
    if (frame !== null) hashes.push(await hashOf(sharp(frame)));
  }
  return hashes;
}
