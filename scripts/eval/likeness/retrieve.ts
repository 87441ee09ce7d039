import { DESCRIPTOR_LENGTH } from "../../../schema/sound-descriptor.ts";
import { compareFacets, PLAIN_WEIGHTS, weighLikeness } from "../../../src/ranking/sound/compare.ts";
import { fitProjections } from "../../../src/ranking/sound/fit-projection.ts";
import { sign } from "../../../src/ranking/sound/sign.ts";
import { SIGNATURE_BYTES } from "../../../src/ranking/sound/signature.ts";
import type { DescribedPiece } from "./describe-piece.ts";
import type { Described } from "./describe-samples.ts";

/** A way to compare sounds. */
export interface SoundSearch {
  sound(described: Described): ArrayLike<number>;
  /** The entire piece, by both halves. */
  piece(piece: DescribedPiece): ArrayLike<number>;
  likeness(one: ArrayLike<number>, other: ArrayLike<number>): number;
}

export interface Retrieved {
  /** Share of queries whose piece is the first, or one of the first ten. */
  readonly first: number;
  readonly firstTen: number;
  /** Mean average precision: each query has one right answer, so it is the mean of 1 / rank. */
  readonly map: number;
}

/** Looks for each piece by a sound of its first half, among the second halves or among the pieces. */
export function retrieved(
  pieces: readonly DescribedPiece[],
  search: SoundSearch,
  query: (piece: DescribedPiece) => Described,
  among: "half" | "piece",
): Retrieved {
  const gallery = pieces.map((piece) => (among === "half" ? search.sound(piece.second) : search.piece(piece)));
  const ranks = pieces.map((piece, right) => {
    const sound = search.sound(query(piece));
    const scores = gallery.map((other) => search.likeness(sound, other));
    // Equal scores count as worse, so that a constant score finds nothing.
    return scores.filter((score, at) => at !== right && score >= (scores[right] ?? 0)).length + 1;
  });
  const share = (most: number): number => ranks.filter((rank) => rank <= most).length / ranks.length;
  return { first: share(1), firstTen: share(10), map: ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length };
}

/** The program's own signature, learned from these pieces. */
export function signatureSearch(learnFrom: readonly DescribedPiece[]): SoundSearch {
  const projections = fitProjections(
    learnFrom.map(({ first, second }) => ({ first: meanOfHalves([first]), second: meanOfHalves([second]) })),
  );
  const signed = (values: Float32Array): Int8Array => {
    const signature = new Int8Array(SIGNATURE_BYTES);
    sign(values, projections, signature);
    return signature;
  };
  return {
    sound: (described) => signed(meanOfHalves([described])),
    piece: ({ first, second }) => signed(meanOfHalves([first, second])),
    likeness: (one, other) =>
      weighLikeness(
        compareFacets(Int8Array.from([...Array.from(one), ...Array.from(other)]), 0, SIGNATURE_BYTES),
        PLAIN_WEIGHTS,
      ),
  };
}

/** Plain: Euclidean distance of the means of the cepstrum, of the coefficients 1 to `last`. */
export function cepstrumSearch(last: number): SoundSearch {
  const meanOf = ({ meanCepstrum }: Described): readonly number[] => meanCepstrum.slice(0, last);
  return {
    sound: meanOf,
    piece: ({ first, second }) => {
      const other = meanOf(second);
      return meanOf(first).map((value, at) => (value + (other[at] ?? 0)) / 2);
    },
    likeness: (one, other) => {
      let sum = 0;
      for (let at = 0; at < one.length; at++) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
      return -sum;
    },
  };
}

/** The mean of the halves of one or two sounds. */
function meanOfHalves(sounds: readonly Described[]): Float32Array {
  const halves = sounds.flatMap(({ descriptor }) => [
    descriptor.slice(0, DESCRIPTOR_LENGTH),
    descriptor.slice(DESCRIPTOR_LENGTH),
  ]);
  return Float32Array.from({ length: DESCRIPTOR_LENGTH }, (_, at) =>
    halves.reduce((sum, half) => sum + (half[at] ?? 0) / halves.length, 0),
  );
}
