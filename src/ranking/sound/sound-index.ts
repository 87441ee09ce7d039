import { LIKENESS_FACETS, type LikenessWeights } from "../../../schema/sound-descriptor.ts";
import type { ConstraintJudge } from "../constraint-judge.ts";
import { FOUND_MAX } from "../kernel/scanner.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { Ranked } from "../rule.ts";
import { TopSongs } from "../top-songs.ts";
import { compareSound, type FacetLikeness } from "./compare.ts";
import { meanSignature } from "./sign.ts";
import { SIGNATURE_BYTES, SIGNATURE_FROM, SIGNATURE_VALUES, type Sound } from "./signature.ts";

/** The signatures of the songs of an index. */
export interface SoundIndex {
  has(place: number): boolean;
  /** The signature of a song that has one. */
  of(place: number): Sound;
  /** The mean of the signatures of sounds that need not be in the catalog, each by DESCRIPTOR_LENGTH numbers. */
  sign(descriptions: readonly Float32Array[]): Sound;
  /** The cosines of a sound and of a song that has a signature. */
  compare(sound: Sound, place: number): FacetLikeness;
  /** From which cosine on two songs count as alike. */
  readonly alikeFrom: FacetLikeness;
  /**
   * The songs that sound most like a sound, by doubt, then the nearest first; compares it with all songs. A song whose doubt is
   * below 0 is left out.
   */
  nearest(sound: Sound, weights: LikenessWeights, keep: number, judges?: SoundJudge): readonly Ranked[];
}

/** The part of a constraint judge that a comparison uses. */
export type SoundJudge = Pick<ConstraintJudge, "doubt" | "screen">;

const NO_CONSTRAINTS: SoundJudge = { doubt: () => 0, screen: { ofSong: [], ofVersion: [], isComplete: true } };

/** Weights of a query are counted in these parts, so that the product of two signatures is a whole number of 32 bits. */
const WEIGHT_STEPS = 8;

/** Returns null if the index has no signatures: too few of its songs are measured. */
export function soundIndex({ sections, scanner }: RankingIndex): SoundIndex | null {
  const { signatures, alikeFrom } = sections;
  const songCount = signatures.length / SIGNATURE_BYTES;
  if (songCount === 0) return null;
  const [feel = 1, harmony = 1, rhythm = 1, instruments = 1] = alikeFrom;
  const of = (place: number): Int8Array => signatures.subarray(place * SIGNATURE_BYTES, (place + 1) * SIGNATURE_BYTES);
  return {
    has: (place) => of(place).some((value) => value !== 0),
    of,
    sign: (descriptions) => meanSignature(descriptions, sections.projections),
    compare: (sound, place) => compareSound(sound, signatures, place * SIGNATURE_BYTES),
    alikeFrom: { feel, harmony, rhythm, instruments },
    nearest: (sound, weights, keep, judges = NO_CONSTRAINTS) => {
      const query = queryOf(sound, weights);
      const top = new TopSongs(keep);
      // Until enough songs are found, half of all songs are judged: those that are nearer than a stranger.
      scanner.screen(judges.screen);
      for (let from = 0; from < songCount; from += FOUND_MAX) {
        const to = Math.min(songCount, from + FOUND_MAX);
        const bar = top.barWith(0);
        const count = scanner.judge(scanner.nearest(query, from, to, bar.floor), bar);
        for (let at = 0; at < count; at++) {
          const [place, score] = [scanner.found[at] ?? 0, scanner.earned[at] ?? 0];
          // The bar may be higher than when the song was found.
          if (score <= top.bar()) continue;
          const doubt = scanner.isJudge ? (scanner.doubts[at] ?? 0) : judges.doubt(place);
          if (doubt >= 0) top.offer({ place, doubt, score });
        }
      }
      return top.inOrder();
    },
  };
}

function queryOf(sound: Sound, weights: LikenessWeights): Int16Array {
  const query = new Int16Array(SIGNATURE_BYTES);
  for (const facet of LIKENESS_FACETS) {
    const weight = Math.round(WEIGHT_STEPS * weights[facet]);
    const from = SIGNATURE_FROM[facet];
    for (let at = from; at < from + SIGNATURE_VALUES[facet]; at++) query[at] = Math.round(weight * (sound[at] ?? 0));
  }
  return query;
}
