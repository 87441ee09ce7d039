import type { LikenessWeights } from "../../schema/sound-descriptor.ts";
import type { Hit } from "../../schema/brief.ts";
import { bandOf, topicsOf, metShare } from "./match-band.ts";
import { constraintJudge } from "./constraint-judge.ts";
import { hitReasons, type Reason, reasonOf } from "./describe-reason.ts";
import { planScan } from "./plan.ts";
import { rarity } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { type Ask, soughtWord } from "./rule.ts";
import { scan } from "./scan.ts";
import { type ScorePart, scoreParts } from "./score-parts.ts";
import { type FacetLikeness, PLAIN_WEIGHTS, weighLikeness } from "./sound/compare.ts";
import { soundIndex } from "./sound/sound-index.ts";
import { soundReasons } from "./sound/sound-reasons.ts";

/** Weight of a shared artist. A very rare shared tag weighs about 1. */
const ARTIST_WEIGHT = 0.5;
/**
 * The share of the sound in a score, if both songs have a signature; the rest is that of tags and artists. More than half,
 * because a song with one tag shares all of its tags with many others.
 */
const SOUND_SHARE = 0.6;

const TAGS_NAMED_MAX = 4;

/**
 * Songs beyond the limit that the first pass keeps for `accepts`. If a filter leaves too few, a second pass reads all
 * songs.
 */
const SPARE = 500;

export interface SimilarOptions {
  readonly limit: number;
  readonly accepts?: (songId: string) => boolean;
  /** How much each facet of the sound counts. */
  readonly weights?: LikenessWeights;
}

/** A similar song. `sound` is the likeness of the sound by facet, -1 to 1; null if one of the two songs has no signature. */
export interface SimilarHit extends Hit {
  readonly sound: FacetLikeness | null;
}

/** A song to compare. Without asks, such as tags, the score by words is 0. */
interface Candidate {
  readonly place: number;
  readonly score: number;
  readonly sound: FacetLikeness | null;
}

/**
 * Returns the songs that sound alike, or have the same rare tags or the same artist, without the song itself; [] for an unknown
 * id. All songs are compared by sound and by tags; the best of both are then weighed by both.
 */
export function similar(index: RankingIndex, songId: string, options: SimilarOptions): readonly SimilarHit[] {
  const place = index.placeOf(songId);
  if (place < 0) return [];
  const plan = planScan(likeness(index, place), index);
  const topics = topicsOf(plan);
  const judges = constraintJudge(index, []);
  const { accepts = () => true, weights = PLAIN_WEIGHTS } = options;
  const allSounds = soundIndex(index);
  const isHeard = allSounds?.has(place) === true && Object.values(weights).some((weight) => weight > 0);
  const sounds = isHeard ? allSounds : null;

  const best = (keep: number): Candidate[] => {
    const byTags = scan(index, plan, judges, keep).songs;
    const places = new Set(byTags.map((song) => song.place));
    // The song itself takes one place.
    const bySound =
      sounds?.nearest(sounds.of(place), weights, keep + 1).filter((song) => !places.has(song.place)) ?? [];
    return [...byTags, ...bySound.map((song) => ({ place: song.place, score: tagScore(song.place) }))]
      .filter((song) => song.place !== place && accepts(index.songId(song.place)))
      .map((song) => weighed(song.place, song.score));
  };
  let found = best(options.limit + SPARE);
  if (found.length < options.limit) found = best(index.songCount);
  // Without sound the scan's order is kept: equal scores are in the order of the index.
  if (sounds !== null) found.sort((one, other) => other.score - one.score || one.place - other.place);
  return found.slice(0, options.limit).map(toHit);

  function tagScore(other: number): number {
    return scoreParts(index, other, plan, "all").reduce((sum, { points }) => sum + points, 0);
  }

  /** An unmeasured song counts as a stranger, whose likeness is 0 on average. */
  function weighed(other: number, points: number): Candidate {
    const byTags = plan.best <= 0 ? 0 : Math.max(0, Math.min(1, points / plan.best));
    if (sounds === null) return { place: other, score: byTags, sound: null };
    const sound = sounds.has(other) ? sounds.compare(sounds.of(place), other) : null;
    const bySound = sound === null ? 0 : weighLikeness(sound, weights);
    return { place: other, score: SOUND_SHARE * bySound + (1 - SOUND_SHARE) * byTags, sound };
  }

  function toHit({ place: other, score, sound }: Candidate): SimilarHit {
    const parts = scoreParts(index, other, plan, "found");
    const file = judges.bestFile(other);
    return {
      songId: index.songId(other),
      score: Math.round(Math.max(0, Math.min(1, score)) * 10_000) / 10_000,
      band: bandOf(metShare(topics, parts), false),
      ...hitReasons([...(sounds === null ? [] : soundReasons(sound, sounds.alikeFrom, weights)), ...reasonsFor(parts)]),
      verdicts: [],
      audioFileId: file === null ? null : index.fileId(file),
      sound,
    };
  }
}

function likeness(index: RankingIndex, place: number): Ask[] {
  const tags = [...index.tagsOf(place)].map((term): Ask => {
    const weight = rarity(index.frequency(term), index.songCount);
    const name = index.tagName(term) ?? "";
    return { weight, share: weight, sought: soughtWord(name), terms: [{ term, part: 1, shows: "tag", name }] };
  });
  const artists = [...index.artistsOf(place)].map((term): Ask => ({
    weight: ARTIST_WEIGHT,
    share: ARTIST_WEIGHT,
    sought: soughtWord("same artist"),
    terms: [{ term, part: 1, shows: "artist", name: "same artist" }],
  }));
  return [...tags, ...artists];
}

/** Returns "both tense, piano, jazz and 2 more", the rarest tags first. */
function reasonsFor(parts: readonly ScorePart[]): readonly Reason[] {
  const common = parts.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points);
  const shared = common.filter(({ matches }) => matches[0]?.term.shows === "tag").map(({ ask }) => ask.sought.name);
  const names = shared.slice(0, TAGS_NAMED_MAX);
  const more = shared.length - names.length;
  return [
    ...(shared.length < common.length ? [reasonOf({ kind: "same_artist" })] : []),
    ...(shared.length > 0 ? [reasonOf({ kind: "shared_tags", names, more })] : []),
  ];
}
