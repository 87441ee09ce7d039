import type { LikenessWeights } from "../../schema/sound-descriptor.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import { constraintJudge } from "./constraint-judge.ts";
import { hitReasons } from "./describe-reason.ts";
import { bandOf } from "./match-band.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { SimilarHit } from "./similar.ts";
import { soughtSound } from "./sound/sought-sound.ts";

/** Returns the songs that sound most like a sound; null if the sound, or too few songs of the catalog, can be compared. */
export function similarToSound(
  index: RankingIndex,
  heard: HeardSound,
  { limit, weights }: { readonly limit: number; readonly weights: LikenessWeights },
): readonly SimilarHit[] | null {
  const sought = soughtSound(index, [heard], weights);
  if (sought === null) return null;
  const judges = constraintJudge(index, []);
  return sought.sounds.nearest(sought.sound, weights, limit).map(({ place }) => {
    const file = judges.bestFile(place);
    return {
      songId: index.songId(place),
      score: Math.round(sought.scoreOf(place) * 10_000) / 10_000,
      band: bandOf(sought.matchOf(place), false),
      ...hitReasons(sought.reasonsOf(place)),
      verdicts: [],
      audioFileId: file === null ? null : index.fileId(file),
      sound: sought.likenessOf(place),
    };
  });
}
