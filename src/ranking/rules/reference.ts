import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { NameInCatalog, ResolvedBrief } from "../resolve-mentions.ts";
import type { Ask, Rule } from "../rule.ts";
import { wishTerms } from "../wish-terms.ts";

/** What a whole likeness weighs, in plain wishes; a brief that names two is between them. */
export const LIKENESS = 2.5;

/** "By Nina Simone" outweighs nearly all else that a brief says. */
export const BY = 4;

/** Beyond these an artist's tags are accidents. */
const TAGS_MAX = 10;

/** What most of an artist's songs have, or what nearly no song of others has. */
const TELLING_MIN = 0.05;

/** "Like Nina Simone, but no piano": a tag as near as this to what is avoided is no part of the likeness. */
const NEAR = 0.5;

/**
 * "Like Nina Simone": her songs' telling tags are the centre, and she herself is left out. "By" wants the artist,
 * "not by" leaves the artist out.
 */
export const referenceRule: Rule = {
  name: "reference",
  prepare: (index, brief) => {
    const like = brief.found.filter(({ role }) => role === "like");
    const by = brief.found.filter(({ role }) => role === "by");
    const out = brief.found.filter(({ role, artist }) => role === "not" || !by.some((one) => one.artist === artist));
    const avoided = new Set(
      brief.avoided.flatMap((wish) => wishTerms(index, wish).flatMap(({ term, part }) => (part >= NEAR ? [term] : []))),
    );
    return {
      asks: [...like.flatMap((one) => centre(index, one, LIKENESS / like.length, avoided)), ...by.flatMap(wanted)],
      bars: [
        ...out.filter((one) => one.role !== "by").map((one) => (place: number) => isIts(index, one, place)),
        ...othersBarred(index, brief),
      ],
    };
  },
};

/** "Only songs by Nina Simone" leaves out all others, and everything where nobody knows her. */
function othersBarred(index: RankingIndex, brief: ResolvedBrief): ((place: number) => boolean)[] {
  if (brief.isUnservable) return [() => true];
  const only = brief.found.filter(({ isOnly }) => isOnly);
  return only.length === 0 ? [] : [(place) => only.every((one) => !isIts(index, one, place))];
}

/** The tags of the reference's songs, by how many of them have each and how few songs of others do. */
function centre(
  index: RankingIndex,
  { name, places }: NameInCatalog,
  weight: number,
  avoided: ReadonlySet<number>,
): Ask[] {
  const counts = new Map<number, number>();
  for (const place of places) for (const tag of index.tagsOf(place)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const telling = [...counts]
    .map(([tag, count]) => ({
      tag,
      value: (count / places.length) * rarity(index.frequency(tag), index.songCount),
    }))
    .filter(({ tag, value }) => value >= TELLING_MIN && !avoided.has(tag))
    .toSorted((a, b) => b.value - a.value || a.tag - b.tag)
    .slice(0, TAGS_MAX);
  const sum = telling.reduce((total, { value }) => total + value, 0);
  return telling.map(({ tag, value }) => ({
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
