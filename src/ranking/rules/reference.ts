import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { NameInCatalog, ResolvedBrief } from "../resolve-mentions.ts";
import type { Ask, Rule } from "../rule.ts";
import { contraryTerms, tagsNear } from "../wish-terms.ts";

/** Weight of all tags of a "like" reference together; one plain wish is 1. Several references share it. */
export const LIKENESS = 2.5;

/** Weight of "by Nina Simone", which outweighs almost everything else in a brief. */
export const BY = 4;

/** The same for liked songs of the request if the brief wishes for something, too: "like these, slower" must be slower. */
const LIKENESS_BESIDE_WISHES = 1.25;

/** Weight of all tags of disliked songs together. They share it. */
const DISLIKE = 1.5;

/** Further tags of an artist are accidental. */
const TAGS_MAX = 10;

/** Minimum of a tag's share among the reference's songs times its rarity. */
const CHARACTERISTIC_MIN = 0.05;

/** "Like Nina Simone, but no piano": tags at least this near to an avoided wish are left out. */
const NEAR = 0.5;

/** Tags at least this near to a wanted wish serve it, so they never count against a song. */
const SERVES = 0.1;

/**
 * "Like Nina Simone" asks for the characteristic tags of her songs and leaves out her own songs. "By" asks for the
 * artist, "not by" leaves the artist out. A liked song of the request is like such a name. A disliked one is left out, and its
 * characteristic tags count against a song.
 */
export const referenceRule: Rule = {
  name: "reference",
  prepare: (index, brief) => {
    const like = brief.found.filter(({ role }) => role === "like");
    const by = brief.found.filter(({ role }) => role === "by");
    const out = brief.found.filter(({ role, artist }) => role === "not" || !by.some((one) => one.artist === artist));
    const avoided = tagsNear(index, brief.avoided, NEAR);
    const isGiven = like.some((one) => one.isGiven === true);
    const contraries = isGiven ? contraryTags(index, brief) : [];
    const ignored = new Set([...avoided, ...contraries]);
    return {
      asks: [
        ...like.flatMap((one) => centre(index, one, likenessTo(one, brief) / like.length, ignored)),
        ...by.flatMap(wanted),
        ...disliked(index, brief, like),
      ],
      bars: [
        ...out.filter((one) => one.role !== "by").map((one) => (place: number) => isIts(index, one, place)),
        ...othersBarred(index, brief),
      ],
    };
  },
};

function likenessTo({ isGiven }: NameInCatalog, { wanted: wishes }: ResolvedBrief): number {
  return isGiven === true && wishes.length > 0 ? LIKENESS_BESIDE_WISHES : LIKENESS;
}

/** Returns tags that contradict what the brief wants: "like this song, but slower" does not look for its tag "fast". */
function contraryTags(index: RankingIndex, { wanted: wishes }: ResolvedBrief): readonly number[] {
  return wishes.flatMap((wish) => contraryTerms(index, wish).map(({ term }) => term));
}

/** Counts the characteristic tags of disliked songs against a song, except those that the brief wants or liked songs have. */
function disliked(index: RankingIndex, brief: ResolvedBrief, like: readonly NameInCatalog[]): Ask[] {
  const songs = brief.found.filter(({ role, isGiven }) => role === "not" && isGiven === true);
  if (songs.length === 0) return [];
  const liked = like.flatMap(({ places }) => places.flatMap((place) => [...index.tagsOf(place)]));
  const ignored = new Set([...tagsNear(index, brief.wanted, SERVES), ...liked]);
  return songs
    .flatMap((song) => centre(index, song, DISLIKE / songs.length, ignored))
    .map((ask) => ({ ...ask, weight: -ask.weight, share: 0 }));
}

/** Bars the songs of all others for "only songs by Nina Simone", and every song if the artist is unknown. */
function othersBarred(index: RankingIndex, brief: ResolvedBrief): ((place: number) => boolean)[] {
  if (brief.isUnservable) return [() => true];
  const only = brief.found.filter(({ isOnly }) => isOnly);
  return only.length === 0 ? [] : [(place) => only.every((one) => !isIts(index, one, place))];
}

/** Asks for the tags of the reference's songs, weighted by how many of them have each and how rare it is. */
function centre(
  index: RankingIndex,
  { name, places }: NameInCatalog,
  weight: number,
  avoided: ReadonlySet<number>,
): Ask[] {
  const counts = new Map<number, number>();
  for (const place of places) for (const tag of index.tagsOf(place)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const characteristic = [...counts]
    .map(([tag, count]) => ({
      tag,
      value: (count / places.length) * rarity(index.frequency(tag), index.songCount),
    }))
    .filter(({ tag, value }) => value >= CHARACTERISTIC_MIN && !avoided.has(tag))
    .toSorted((a, b) => b.value - a.value || a.tag - b.tag)
    .slice(0, TAGS_MAX);
  const sum = characteristic.reduce((total, { value }) => total + value, 0);
  return characteristic.map(({ tag, value }) => ({
    weight: (weight * value) / sum,
    share: value / sum,
    sought: { name: index.tagName(tag) ?? name, said: `like ${name}`, isNamed: false },
    terms: [{ term: tag, part: 1, shows: "tag", name: index.tagName(tag) ?? name }],
  }));
}

function wanted({ name, artist }: NameInCatalog): Ask[] {
  if (artist < 0) return [];
  const sought = { name: `by ${name}`, said: `by ${name}`, isNamed: true };
  return [{ weight: BY, share: 1, sought, terms: [{ term: artist, part: 1, shows: "artist", name }] }];
}

function isIts(index: RankingIndex, { artist, places }: NameInCatalog, place: number): boolean {
  return artist >= 0 ? index.posting(artist, place) !== null : places.includes(place);
}
