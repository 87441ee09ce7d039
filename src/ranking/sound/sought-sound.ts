import type { LikenessWeights } from "../../../schema/sound-descriptor.ts";
import type { HeardSound } from "../../../schema/heard-sound.ts";
import type { Reason } from "../describe-reason.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type FacetLikeness, PLAIN_WEIGHTS, weighLikeness } from "./compare.ts";
import type { Sound } from "./signature.ts";
import { type SoundIndex, soundIndex } from "./sound-index.ts";
import { soundReasons } from "./sound-reasons.ts";

/** What the songs of a search shall sound like, in an index that knows how its songs sound. */
export interface SoughtSound {
  readonly sounds: SoundIndex;
  readonly sound: Sound;
  readonly weights: LikenessWeights;
  /** The cosines of a song by facet; null if it is not measured. */
  likenessOf(place: number): FacetLikeness | null;
  /** The likeness of a song, 0 to 1. A song that is not measured counts as a stranger: 0. */
  scoreOf(place: number): number;
  /**
   * How well a song matches by its sound, as a share like those of match-band.ts: at least STRONG_SHARE only if it is as like as
   * few pairs of songs of the catalog are.
   */
  matchOf(place: number): number;
  reasonsOf(place: number): readonly Reason[];
}

/** The share of a song that is exactly as like as few pairs are; see match-band.ts. */
const STRONG_SHARE = 0.66;
/** A weaker likeness than this is never a strong match. */
const STRONG_LIKENESS_MIN = 0.5;

/**
 * Returns null if there is nothing to compare with, or if too few songs of the index are measured. `liked` are the places of songs
 * of the index that the songs shall sound like, too.
 */
export function soughtSound(
  index: RankingIndex,
  heard: readonly HeardSound[],
  weights: LikenessWeights = PLAIN_WEIGHTS,
  liked: readonly number[] = [],
): SoughtSound | null {
  const sounds = soundIndex(index);
  const compared = heard.filter(({ descriptions }) => descriptions.length > 0);
  if (sounds === null) return null;
  // Every sound counts the same, however many parts of it are compared.
  const all = [
    ...compared.map(({ descriptions }) => sounds.sign(descriptions)),
    ...liked.filter((place) => sounds.has(place)).map((place) => sounds.of(place)),
  ];
  if (all.length === 0) return null;
  const sound = meanOf(all);
  const likenessOf = (place: number): FacetLikeness | null => (sounds.has(place) ? sounds.compare(sound, place) : null);
  const scoreOf = (place: number): number => {
    const likeness = likenessOf(place);
    return likeness === null ? 0 : Math.max(0, Math.min(1, weighLikeness(likeness, weights)));
  };
  const strong = Math.max(STRONG_LIKENESS_MIN, weighLikeness(sounds.alikeFrom, weights));
  return {
    sounds,
    sound,
    weights,
    likenessOf,
    scoreOf,
    matchOf: (place) => Math.min(1, (STRONG_SHARE * scoreOf(place)) / strong),
    reasonsOf: (place) => soundReasons(likenessOf(place), sounds.alikeFrom, weights),
  };
}

function meanOf(all: readonly Sound[]): Float64Array {
  return Float64Array.from(
    { length: all[0]?.length ?? 0 },
    (_, at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0) / all.length,
  );
}
