import type { Hit } from "../../schema/brief.ts";
import { bandOf, topicsOf, metShare } from "./match-band.ts";
import { constraintJudge } from "./constraint-judge.ts";
import { planScan } from "./plan.ts";
import { rarity } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { type Ask, type Ranked, soughtWord } from "./rule.ts";
import { scan } from "./scan.ts";
import { type ScorePart, scoreParts } from "./score-parts.ts";

/** Weight of a shared artist. A very rare shared tag weighs about 1. */
const ARTIST_WEIGHT = 0.5;

const TAGS_NAMED_MAX = 4;

/**
 * Songs beyond the limit that the first pass keeps for `accepts`. If a filter leaves too few, a second pass reads all
 * songs.
 */
const SPARE = 500;

/** Returns the songs with the same rare tags or the same artist, without the song itself; [] for an unknown id. */
export function similar(
  index: RankingIndex,
  songId: string,
  options: { readonly limit: number; readonly accepts?: (songId: string) => boolean },
): readonly Hit[] {
  const place = index.placeOf(songId);
  if (place < 0) return [];
  const plan = planScan(likeness(index, place), index);
  const topics = topicsOf(plan);
  const judges = constraintJudge(index, []);
  const { accepts = () => true } = options;

  const best = (keep: number): Ranked[] =>
    scan(index, plan, judges, keep).songs.filter((song) => song.place !== place && accepts(index.songId(song.place)));
  let found = best(options.limit + SPARE);
  if (found.length < options.limit) found = best(index.songCount);
  return found.slice(0, options.limit).map(toHit);

  function toHit(song: Ranked): Hit {
    const other = song.place;
    const parts = scoreParts(index, other, plan, "found");
    const file = judges.bestFile(other);
    return {
      songId: index.songId(other),
      score: Math.round(Math.min(1, song.score / plan.best) * 10_000) / 10_000,
      band: bandOf(metShare(topics, parts), false),
      reasons: reasonsFor(parts),
      verdicts: [],
      audioFileId: file === null ? null : index.fileId(file),
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
function reasonsFor(parts: readonly ScorePart[]): string[] {
  const common = parts.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points);
  const shared = common.filter(({ matches }) => matches[0]?.term.shows === "tag").map(({ ask }) => ask.sought.name);
  const others = shared.length - TAGS_NAMED_MAX;
  const more = others > 0 ? ` and ${others} more` : "";
  return [
    ...(shared.length < common.length ? ["same artist"] : []),
    ...(shared.length > 0 ? [`both ${shared.slice(0, TAGS_NAMED_MAX).join(", ")}${more}`] : []),
  ];
}
