import { invert } from "./invert.ts";
import type { SongFeatures } from "./song-features.ts";

/** More songs do not improve the result. */
const SAMPLE_MAX = 150_000;

/** Ridge regularisation: a share of the songs, with a minimum for small catalogs. */
const RIDGE_SHARE = 1 / 300;
const RIDGE_MIN = 20;

/** A feature keeps its effect on this many tags; on others it is negligible. */
const EFFECTS_MAX = 48;

/** The strongest effects of each feature on the tags. The row of feature f begins at f * `width`. */
export interface Associations {
  readonly width: number;
  readonly tags: Uint16Array;
  readonly weights: Float64Array;
}

/**
 * Learns from the songs which features predict a tag: the linear model that predicts each feature from all others with
 * the least squared error, in closed form (H. Steck, "Embarrassingly Shallow Autoencoders for Sparse Data", WWW 2019).
 * `songs` are in the order of their ids.
 */
export function learnAssociations(features: SongFeatures, songs: Uint32Array): Associations {
  const size = features.count;
  const matrix = new Float64Array(size * size);
  const step = Math.max(1, Math.ceil(songs.length / SAMPLE_MAX));
  let sampled = 0;
  for (let at = 0; at < songs.length; at += step, sampled++) countTogether(matrix, features, songs[at] ?? 0);
  const ridge = Math.max(RIDGE_MIN, sampled * RIDGE_SHARE);
  for (let at = 0; at < size; at++) matrix[at * size + at] = (matrix[at * size + at] ?? 0) + ridge;
  invert(matrix, size);
  return strongest(matrix, size, features.tags.length);
}

function countTogether(matrix: Float64Array, { count, values, starts }: SongFeatures, song: number): void {
  const from = starts[song] ?? 0;
  const end = starts[song + 1] ?? 0;
  for (let one = from; one < end; one++) {
    const row = (values[one] ?? 0) * count;
    for (let other = from; other < end; other++) {
      const at = row + (values[other] ?? 0);
      matrix[at] = (matrix[at] ?? 0) + 1;
    }
  }
}

/** Reads the effects from the inverse P: feature f moves tag t by -P[f][t] / P[t][t], and never itself. */
function strongest(inverse: Float64Array, size: number, tagCount: number): Associations {
  const width = Math.min(EFFECTS_MAX, tagCount);
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
