import { stem, stemsOf } from "../text/stem.ts";
import { tagKey } from "../text/keys.ts";
import { FIELD_BITS, type FieldName } from "./packed-format.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { Match, ScorePart } from "./score-parts.ts";

const REASONS_MAX = 5;

/** A reason names at most this many tags. */
const TAGS_PER_REASON_MAX = 3;

/** A tag that a scene implies is named only if it serves at least this part. Others would confuse the reader. */
const IMPLIED_PART_MIN = 0.7;

/** The same minimum for sights, which have many light wishes. */
const SEEN_PART_MIN = 0.5;

/** Where a word was found, the most informative place first. */
const PLACE_WORDS: readonly (readonly [field: FieldName, words: string])[] = [
  ["title", "title says"],
  ["artist", "artist's name says"],
  ["description", "description says"],
  ["lyrics", "lyrics say"],
];

/** A fact in favour of a song. Facts with one topic become one reason. */
interface Fact {
  readonly topic: string;
  /** If the facts of a topic have several kinds, the reason uses the kind that is first here. */
  readonly kind: (typeof KINDS)[number];
  /** The catalog's tag, the client's word, or the whole reason. */
  readonly shown: string;
  /** The client's words that a tag serves, or where the word was found ("title says"). */
  readonly related: string;
  readonly points: number;
}

const KINDS = ["whole", "near", "implied", "seen", "says", "likely"] as const;

/**
 * Returns why a song is in the answer, the strongest reason first: "hopeful", "inspiring, near hopeful", "tense,
 * urgent: car chase", "dark, slow: suits the night street seen", "title says 'midnight'". Each tag and word is named
 * once, even if it serves several wishes.
 */
export function reasonsFor(index: RankingIndex, place: number, parts: readonly ScorePart[]): string[] {
  const shown = new Set<string>();
  const topics = new Map<string, { points: number; facts: Fact[] }>();
  for (const part of parts.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)) {
    const fact = factOf(index, place, part, shown);
    if (fact === null) continue;
    const topic = topics.get(fact.topic);
    if (topic === undefined) topics.set(fact.topic, { points: fact.points, facts: [fact] });
    else {
      topic.points += fact.points;
      topic.facts.push(fact);
    }
  }
  if (topics.size === 0) return faintReason(index, parts);
  const strongest = [...topics.values()].toSorted((a, b) => b.points - a.points).slice(0, REASONS_MAX);
  return strongest.map(({ facts }) => phrase(facts));
}

/** Returns a reason for a song without a better one: the tag with the most points. */
function faintReason(index: RankingIndex, parts: readonly ScorePart[]): string[] {
  for (const { ask, matches, points } of parts.toSorted((a, b) => b.points - a.points)) {
    const match = matches.find(({ term: { shows } }) => shows === "tag" || shows === "near tag");
    if (points <= 0 || match === undefined) continue;
    return [`${index.tagName(match.term.term) ?? match.term.name}, near ${ask.sought.name}`];
  }
  return [];
}

/** Returns the best fact that no other reason has used. */
function factOf(index: RankingIndex, place: number, part: ScorePart, shown: Set<string>): Fact | null {
  for (const match of part.matches) {
    const fact = factOfMatch(index, place, part, match);
    const stems = fact === null ? [] : stemsOf(fact.shown);
    if (fact === null || stems.every((one) => shown.has(one))) continue;
    for (const one of stems) shown.add(one);
    return fact;
  }
  return null;
}

function factOfMatch(index: RankingIndex, place: number, { ask, points }: ScorePart, match: Match): Fact | null {
  const { said, isNamed, isSeen = false } = ask.sought;
  const { shows, name, part } = match.term;
  const topic = isNamed ? tagKey(said) : `: ${said}`;
  if (shows === "word") {
    if (!isWorthReason(name, ask, match.fields)) return null;
    const fact = wordFact(index, place, name, match.fields, points);
    return isSeen && fact?.kind === "whole" ? { ...fact, topic, kind: "seen", related: said } : fact;
  }
  if (shows === "artist") return { topic, kind: "whole", shown: said, related: "", points };
  if (shows === "likely tag") return isNamed ? { topic, kind: "likely", shown: said, related: "", points } : null;
  const shown = index.tagName(match.term.term) ?? name;
  if (isSeen) return part < SEEN_PART_MIN ? null : { topic, kind: "seen", shown, related: said, points };
  // "Felt piano" says enough about "piano", and "rain" about a "rainy night".
  const [wanted, tag] = [tagKey(said), tagKey(shown)];
  if (tag.includes(wanted) || wanted.includes(tag)) return { topic: tag, kind: "whole", shown, related: "", points };
  if (isNamed) return { topic, kind: shows === "near tag" ? "near" : "implied", shown, related: said, points };
  return part < IMPLIED_PART_MIN ? null : { topic, kind: "implied", shown, related: said, points };
}

/**
 * Whether a word that was found can be a reason. The client's own words can, wherever they are. Other names of the same
 * thing can, unless they are only in the lyrics. Words that only a scene implies cannot.
 */
function isWorthReason(word: string, { sought: { said, isNamed } }: ScorePart["ask"], fields: number): boolean {
  return stemsOf(said).includes(stem(word)) || (isNamed && (fields & ~FIELD_BITS.lyrics) !== 0);
}

function wordFact(index: RankingIndex, place: number, word: string, fields: number, points: number): Fact | null {
  if ((fields & FIELD_BITS.title) === 0 && (fields & FIELD_BITS.tag) !== 0) {
    const tag = tagWith(index, place, stem(word));
    if (tag !== undefined) return { topic: tagKey(tag), kind: "whole", shown: tag, related: "", points };
  }
  const placeWords = PLACE_WORDS.find(([field]) => (fields & FIELD_BITS[field]) !== 0)?.[1];
  return placeWords === undefined
    ? null
    : { topic: placeWords, kind: "says", shown: word, related: placeWords, points };
}

function tagWith(index: RankingIndex, place: number, stemmed: string): string | undefined {
  for (const tag of index.tagsOf(place)) {
    const name = index.tagName(tag) ?? "";
    if (stemsOf(name).includes(stemmed)) return name;
  }
  return undefined;
}

function phrase(facts: readonly Fact[]): string {
  const [first] = facts.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  if (first === undefined) return "";
  const same = facts.filter(({ kind }) => kind === first.kind).slice(0, TAGS_PER_REASON_MAX);
  const listed = same.map(({ shown }) => shown);
  switch (first.kind) {
    case "whole":
      return first.shown;
    case "near":
      return `${listed.join(", ")}, near ${first.related}`;
    case "implied":
      return `${listed.join(", ")}: ${first.related}`;
    case "seen":
      return `${listed.join(", ")}: suits the ${first.related} seen`;
    case "says":
      return `${first.related} ${listed.map((word) => `'${word}'`).join(", ")}`;
    case "likely":
      return `likely ${first.shown}`;
  }
}
