import { stem, stemsOf } from "../text/stem.ts";
import { tagKey } from "../text/keys.ts";
import { words } from "../text/words.ts";
import { FIELD_BITS, type FieldName } from "./packed-format.ts";
import { type Reason, reasonOf } from "./describe-reason.ts";
import type { Grounds } from "./grounds.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { AskTerm } from "./rule.ts";
import type { Match, ScorePart } from "./score-parts.ts";

const REASONS_MAX = 5;

/** A reason names at most this many tags. */
const TAGS_PER_REASON_MAX = 3;

/** A tag that a scene implies is named only if it serves at least this part. Others would confuse the reader. */
const IMPLIED_PART_MIN = 0.7;

/** The same minimum for a near tag: "classical" says little about a wish for a cello. */
const NEAR_PART_MIN = 0.5;

/** The same minimum for a stated or measured value. */
const VALUE_PART_MIN = 0.5;

/** The same minimum for sights, which have many light wishes. */
const SEEN_PART_MIN = 0.5;

/** Where a word can be found, the most informative place first. */
const PLACES = ["title", "artist", "description", "lyrics"] as const satisfies readonly FieldName[];

/** A fact in favour of a song. Facts with one topic become one reason. */
interface Fact {
  readonly topic: string;
  /** If the facts of a topic have several kinds, the reason uses the kind that is first here. */
  readonly kind: (typeof KINDS)[number];
  /** The catalog's tag, the client's word, or the whole reason. */
  readonly shown: string;
  /** The client's words that a tag serves, or the situation that explains it. */
  readonly related: string;
  /** Where the word was found. */
  readonly where?: (typeof PLACES)[number];
  /** What is measured or stated. */
  readonly value?: NonNullable<AskTerm["facts"]>;
  readonly points: number;
  /** The likely situations that explain the fact. */
  readonly situations?: readonly string[];
}

const KINDS = [
  "measured",
  "by",
  "whole",
  "other word",
  "near",
  "phrase",
  "like",
  "story",
  "seen",
  "says",
  "likely",
] as const;

/** The topic of everything that no likely situation explains. */
const STORY = "the scene";

/**
 * Returns why a song is in the answer, the strongest reason first: "hopeful", "inspiring, near hopeful", "drums, for
 * 'Trommeln'", "suits 'car chase': tense, urgent", "dark, slow: suits what is seen, night street", "title says 'midnight'".
 * In a long text, the tags that the client asks for are one reason ("warm, piano, as asked"), and a situation of its
 * story explains others ("suits the funeral: sad, strings"). Each tag and word is named once, even if it serves several
 * wishes, and never if the brief refuses it.
 */
export function reasonsFor(
  index: RankingIndex,
  place: number,
  parts: readonly ScorePart[],
  grounds: Grounds,
): readonly Reason[] {
  const shown: (readonly string[])[] = [];
  const found: Fact[] = [];
  for (const part of parts.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)) {
    const fact = factOf({ index, place, grounds }, part, shown);
    if (fact !== null) found.push(fact);
  }
  if (found.length === 0) return faintReason(index, parts, grounds);
  const topics = new Map<string, { points: number; facts: Fact[] }>();
  for (const fact of inTopics(found, grounds.isLong)) {
    const topic = topics.get(fact.topic);
    if (topic === undefined) topics.set(fact.topic, { points: fact.points, facts: [fact] });
    else {
      topic.points += fact.points;
      topic.facts.push(fact);
    }
  }
  const strongest = [...topics.values()].toSorted((a, b) => b.points - a.points).slice(0, REASONS_MAX);
  return strongest.map(({ facts }) => phrase(facts, grounds.isLong));
}

/**
 * Gives each fact of a story the situation that explains most of the song, and joins what a long text asks for. A less
 * likely situation needs to explain more.
 */
function inTopics(facts: readonly Fact[], isLong: boolean): readonly Fact[] {
  const explained = new Map<string, number>();
  for (const { situations = [], points } of facts)
    situations.forEach((name, at) => explained.set(name, (explained.get(name) ?? 0) + points / (at + 1)));
  let asked = 0;
  return facts.map((fact) => {
    if (fact.kind === "story") {
      const [best = STORY] = (fact.situations ?? []).toSorted(
        (a, b) => (explained.get(b) ?? 0) - (explained.get(a) ?? 0),
      );
      return { ...fact, topic: `: ${best}`, related: best };
    }
    if (!isLong || fact.kind !== "whole") return fact;
    return { ...fact, topic: `: asked ${Math.floor(asked++ / TAGS_PER_REASON_MAX)}` };
  });
}

/** Returns a reason for a song without a better one: the tag with the most points. */
function faintReason(index: RankingIndex, parts: readonly ScorePart[], grounds: Grounds): readonly Reason[] {
  for (const { ask, matches, points } of parts.toSorted((a, b) => b.points - a.points)) {
    const match = matches.find(({ term: { shows } }) => shows === "tag" || shows === "near tag");
    if (points <= 0 || match === undefined) continue;
    const ground = grounds.of(ask.sought).kind;
    const tag = index.tagName(match.term.term) ?? match.term.name;
    if (ground === "everyday" || grounds.isRefused(tag, ground === "asked")) continue;
    if (grounds.isLong && !grounds.isWish(ask.sought)) continue;
    const names = [tag];
    return [
      reasonOf(ground === "story" ? { kind: "story", names, of: null } : { kind: "near", names, of: ask.sought.name }),
    ];
  }
  return [];
}

interface Judged {
  readonly index: RankingIndex;
  readonly place: number;
  readonly grounds: Grounds;
}

/** Returns the best fact that the brief does not refuse and that no other reason has named, not even in part. */
function factOf(judged: Judged, part: ScorePart, shown: (readonly string[])[]): Fact | null {
  const isAsked = judged.grounds.of(part.ask.sought).kind === "asked";
  for (const match of part.matches) {
    const fact = factOfMatch(judged, part, match);
    if (fact === null || judged.grounds.isRefused(fact.shown, isAsked)) continue;
    const stems = stemsOf(fact.shown);
    if (shown.some((other) => isWithin(stems, other) || isWithin(other, stems))) {
      // What the client asks for has its best reason already.
      if (isAsked) return null;
      continue;
    }
    shown.push(stems);
    return fact;
  }
  return null;
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

function factOfMatch(judged: Judged, { ask, points }: ScorePart, match: Match): Fact | null {
  const { index, grounds } = judged;
  const { said, name: concept, isNamed, isSeen = false } = ask.sought;
  const { shows, name, part } = match.term;
  const ground = grounds.of(ask.sought);
  const isNamedByClient = isNamed && ground.kind === "asked";
  const topic = isNamed ? tagKey(said) : `: ${said}`;
  if (shows === "word") {
    if (!isWorthReason(judged, name, ask, match.fields)) return null;
    const fact = wordFact(judged, name, match.fields, points);
    return isSeen && fact?.kind === "whole" ? { ...fact, topic, kind: "seen", related: said } : fact;
  }
  if (shows === "measured") return part < 1 ? null : measuredFact(match.term, points);
  if (shows === "value") return part < VALUE_PART_MIN ? null : measuredFact(match.term, points);
  if (shows === "artist") return { topic, kind: "by", shown: said, related: name, points };
  const isLiteral = !grounds.isWish(ask.sought) && said === concept;
  if (ground.kind === "everyday" || (isLiteral && !isSeen && grounds.isLoose(said))) return null;
  if (shows === "likely tag")
    return isNamedByClient ? { topic, kind: "likely", shown: said, related: "", points } : null;
  const shown = index.tagName(match.term.term) ?? name;
  if (isSeen) return part < SEEN_PART_MIN ? null : { topic, kind: "seen", shown, related: said, points };
  if (isLiteral && grounds.isLong && !isSameWords(shown, said)) return null;
  if (ground.kind === "asked") {
    if (isSameThing(shown, ground.said, concept, grounds.isLong))
      return { topic: tagKey(shown), kind: "whole", shown, related: "", points };
    if (shows !== "near tag") return { topic, kind: "other word", shown, related: ground.said, points };
    return part < NEAR_PART_MIN || !grounds.isNear(ask.sought, name)
      ? null
      : { topic, kind: "near", shown, related: ground.said, points };
  }
  if (part < IMPLIED_PART_MIN) return null;
  if (ground.kind === "story")
    return { topic, kind: "story", shown, related: "", points, situations: ground.situations };
  if (isSameThing(shown, said, said, grounds.isLong))
    return { topic: tagKey(shown), kind: "whole", shown, related: "", points };
  return { topic, kind: grounds.isWish(ask.sought) ? "phrase" : "like", shown, related: said, points };
}

function measuredFact({ name, facts }: AskTerm, points: number): Fact {
  const value = facts === undefined ? {} : { value: facts };
  return { topic: `: ${name}`, kind: "measured", shown: name, related: "", points, ...value };
}

/**
 * Whether a tag says by itself which wish it serves: "felt piano" for "piano", and in a short brief "rain" for a "rainy
 * night". A long text asks for a "toy piano" exactly.
 */
function isSameThing(shown: string, said: string, concept: string, isLong: boolean): boolean {
  const tag = tagKey(shown);
  if (isLong) return tag.includes(tagKey(said)) || tag.includes(tagKey(concept));
  return tag.includes(tagKey(said)) || tagKey(said).includes(tag);
}

/**
 * Whether a word that was found can be a reason. The client's own words can, wherever they are. Other names of the same
 * thing can, unless they are only in the lyrics. Words that only a scene implies cannot. In a long text, a word needs to
 * be in a title or a tag, and not in the story.
 */
function isWorthReason({ grounds }: Judged, word: string, { sought }: ScorePart["ask"], fields: number): boolean {
  const ground = grounds.of(sought).kind;
  if (ground === "everyday" || ground === "story") return false;
  if (grounds.isLong && ((fields & (FIELD_BITS.title | FIELD_BITS.tag)) === 0 || grounds.isLoose(word))) return false;
  return stemsOf(sought.said).includes(stem(word)) || (sought.isNamed && (fields & ~FIELD_BITS.lyrics) !== 0);
}

function wordFact({ index, place, grounds }: Judged, word: string, fields: number, points: number): Fact | null {
  if ((fields & FIELD_BITS.title) === 0 && (fields & FIELD_BITS.tag) !== 0) {
    const tag = tagWith(index, place, stem(word));
    const isWhole = tag !== undefined && isSameWords(tag, word);
    if (tag !== undefined && (isWhole || !grounds.isLong))
      return { topic: tagKey(tag), kind: "whole", shown: tag, related: "", points };
  }
  if (grounds.isLong && (fields & FIELD_BITS.title) === 0) return null;
  const where = PLACES.find((field) => (fields & FIELD_BITS[field]) !== 0);
  return where === undefined ? null : { topic: `${where} says`, kind: "says", shown: word, related: "", where, points };
}

/** Whether two phrases have the same words, not only the same stems: "lovely" is not "love". */
function isSameWords(one: string, other: string): boolean {
  return words(one).join(" ") === words(other).join(" ");
}

function tagWith(index: RankingIndex, place: number, stemmed: string): string | undefined {
  for (const tag of index.tagsOf(place)) {
    const name = index.tagName(tag) ?? "";
    if (stemsOf(name).includes(stemmed)) return name;
  }
  return undefined;
}

function phrase(facts: readonly Fact[], isLong: boolean): Reason {
  const [first] = facts.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  if (first === undefined) return reasonOf({ kind: "tags", names: [] });
  const same = facts.filter(({ kind }) => kind === first.kind).slice(0, TAGS_PER_REASON_MAX);
  const names = same.map(({ shown }) => shown);
  const { kind, related: of, where = "title", value } = first;
  switch (kind) {
    case "measured":
      return reasonOf(value ?? { kind: "tags", names: [first.shown] });
    case "by":
      return reasonOf({ kind, name: of });
    case "whole":
      return reasonOf(isLong ? { kind: "asked", names } : { kind: "tags", names: [first.shown] });
    case "other word":
      return reasonOf({ kind: "for", names, of });
    case "near":
    case "phrase":
    case "like":
    case "seen":
      return reasonOf({ kind, names, of });
    case "story":
      return reasonOf({ kind, names, of: of === STORY ? null : of });
    case "says":
      return reasonOf({ kind, names, where });
    case "likely":
      return reasonOf({ kind, names: [first.shown] });
  }
}
