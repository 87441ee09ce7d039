import { invert } from "./invert.ts";
import type { SongFeatures } from "./song-features.ts";

/** More songs than these teach nothing new. */
const SAMPLE_MAX = 150_000;

/** Ridge regularisation: a share of the songs, and never less than a small catalog needs. */
const RIDGE_SHARE = 1 / 300;
const RIDGE_MIN = 20;

/** A feature speaks for or against so many tags; the others it barely moves. */
const TOLD_MAX = 48;

/** How far one feature of a song moves each tag, its strongest effects only; the row of feature f begins at f * `width`. */
export interface Associations {
  readonly width: number;
  readonly tags: Uint16Array;
  readonly weights: Float64Array;
}

/**
 * Which features of a song tell that it has a tag, learned from the songs themselves: the linear model that predicts
 * each feature from all others with the least squared error, in closed form (H. Steck, "Embarrassingly Shallow
 * Autoencoders for Sparse Data", WWW 2019). `songs` are the songs in the order of their ids.
 */
export function learnAssociations(features: SongFeatures, songs: Uint32Array): Associations {
  const size = features.count;
  const matrix = new Float64Array(size * size);
  const step = Math.max(1, Math.ceil(songs.length / SAMPLE_MAX));
  let sampled = 0;
  for (let at = 0; at < songs.length; at += step, sampled++) countTogether(matrix, size, features.of(songs[at] ?? 0));
  const ridge = Math.max(RIDGE_MIN, sampled * RIDGE_SHARE);
  for (let at = 0; at < size; at++) matrix[at * size + at] = (matrix[at * size + at] ?? 0) + ridge;
  invert(matrix, size);
  return strongest(matrix, size, features.tags.length);
}

function countTogether(matrix: Float64Array, size: number, features: Uint16Array): void {
  for (const one of features) {
    for (const other of features) matrix[one * size + other] = (matrix[one * size + other] ?? 0) + 1;
  }
}

/** From the inverse P: feature f moves tag t by -P[f][t] / P[t][t]; of itself a tag tells nothing. */
function strongest(inverse: Float64Array, size: number, tagCount: number): Associations {
  const width = Math.min(TOLD_MAX, tagCount);
  const tags = new Uint16Array(size * width);
  const weights = new Float64Array(size * width);
  for (let feature = 0; feature < size; feature++) {
    const row = Float64Array.from({ length: tagCount }, (_, tag) =>
      tag === feature ? 0 : -(inverse[feature * size + tag] ?? 0) / (inverse[tag * size + tag] ?? 1),
    );
    const order = [...row.keys()].toSorted((a, b) => Math.abs(row[b] ?? 0) - Math.abs(row[a] ?? 0) || a - b);
    order.slice(0, width).forEach((tag, at) => {
      tags[feature * width + at] = tag;
      weights[feature * width + at] = row[tag] ?? 0;
    });
  }
  return { width, tags, weights };
}
