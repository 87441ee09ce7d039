import type { Hit } from "../../schema/brief.ts";
import { bandOf, explain } from "./explain.ts";
import { jury } from "./jury.ts";
import { planScan } from "./plan.ts";
import { rarity } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Ask, Ranked } from "./rule.ts";
import { scan } from "./scan.ts";

/** What the same artist is worth beside one shared, rare tag. */
const ARTIST_WEIGHT = 0.5;

/** Likeness looks at this many songs before `accepts` has its say; a filter as narrow as this is met by a second, whole look. */
const SPARE = 500;

/** Songs that share the song's telling tags, and its artist; without the song itself, [] for an id that is not there. */
export function similar(
  index: RankingIndex,
  songId: string,
  options: { readonly limit: number; readonly accepts?: (songId: string) => boolean },
): readonly Hit[] {
  const place = index.placeOf(songId);
  if (place < 0) return [];
  const plan = planScan(likeness(index, place), index);
  const judges = jury(index, []);
  const { accepts = () => true } = options;

  const best = (keep: number): Ranked[] =>
    scan(index, plan, judges, keep).songs.filter((song) => song.place !== place && accepts(index.songId(song.place)));
  let found = best(options.limit + SPARE);
  if (found.length < options.limit) found = best(index.songCount);
  return found.slice(0, options.limit).map(toHit);

  function toHit(song: Ranked): Hit {
    const other = song.place;
    const { share } = explain(index, other, plan);
    const file = judges.bestFile(other);
    return {
      songId: index.songId(other),
      score: Math.round(Math.min(1, song.score / plan.best) * 10_000) / 10_000,
      band: bandOf(share, false),
      reasons: reasonsFor(index, place, other),
      verdicts: [],
      audioFileId: file === null ? null : index.fileId(file),
    };
  }
}

function likeness(index: RankingIndex, place: number): Ask[] {
  const tags = [...index.tagsOf(place)].map((term): Ask => {
    const weight = rarity(index.frequency(term), index.songCount);
    return { weight, share: weight, terms: [{ term, part: 1, reason: () => "a tag in common" }] };
  });
  const artists = [...index.artistsOf(place)].map((term): Ask => ({
    weight: ARTIST_WEIGHT,
    share: ARTIST_WEIGHT,
    terms: [{ term, part: 1, reason: () => "same artist" }],
  }));
  return [...tags, ...artists];
}

/** The index knows tags by their stems only, which are no words to show; so they are counted. */
function reasonsFor(index: RankingIndex, place: number, other: number): string[] {
  const tags = index.tagsOf(place);
  const common = index.tagsOf(other).filter((tag) => tags.includes(tag)).length;
  const sameArtist = index.artistsOf(other).some((artist) => index.artistsOf(place).includes(artist));
  return [
    ...(sameArtist ? ["same artist"] : []),
    ...(common > 0 ? [`${common} of ${tags.length} tags in common`] : []),
  ];
}
