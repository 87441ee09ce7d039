import type { Kin, TextTerm, Wish } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import type { Steps } from "../lib/steps.ts";
import { readEllipses } from "./ellipsis.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { centrality } from "./centrality.ts";
import { inflectedMeaning, strengthOfSecondPart } from "./inflected-meaning.ts";
import { prefixStrength } from "../text/inflections.ts";
import { cueShare, refusedShare, textShare, wantedShare } from "./parts/part-shares.ts";
import { claim, isClaimed, type Passage, written } from "./passage.ts";
import { phraseMeaning } from "./phrase-meaning.ts";
import { isUnrelated } from "./spelled-words.ts";
import { isNear } from "../text/tokens.ts";
import type { Concept, Meaning, Scene, Vocabulary } from "./vocabulary.ts";

interface PhraseMatch {
  readonly meaning: Meaning;
  readonly to: number;
}

/** The wishes of one passage, before query and context are merged. */
export interface Wishes {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly text: readonly TextTerm[];
}

interface OpenWishes {
  readonly wanted: Wish[];
  readonly avoided: Wish[];
  readonly text: TextTerm[];
}

const DIRECT = 0.9;
/** Factor for the weight of a scene's wishes: a scene has many, so each weighs less. */
const SCENE = 0.6;
/** Minimum weight of a scene's wishes that count if the scene is avoided. */
const SCENE_HEART = 0.8;
const QUALIFIED = 0.7;
const TEXT = 0.6;
/** Weight of a scene's own words in titles and descriptions. */
const SCENE_TEXT = 0.3;
const TEXT_AGAINST = -0.5;

/**
 * "70" in "around 70" is a tempo and not the decade, although "70s" has that stem. A four-digit year belongs to its
 * decade.
 */
const NUMBER = /^\d{1,3}$/;

const STRONGER: ReadonlySet<string> = new Set(
  "very really super extremely mostly strongly must mainly above central primarily especially so muy très sehr molto muito".split(
    " ",
  ),
);
const WEAKER: ReadonlySet<string> = new Set(
  "slightly somewhat bit little touch hint tinge dash trace shade sprinkle maybe perhaps optionally optional subtle faint occasional subtly possibly etwas leicht légèrement peu poco pouco".split(
    " ",
  ),
);

export function* readingWishes(passage: Passage, vocabulary: Vocabulary): Steps<Wishes> {
  const wishes: OpenWishes = { wanted: [], avoided: [], text: [] };
  for (const { concept, from } of readEllipses(passage, vocabulary))
    wishes.avoided.push(wishFor(concept, DIRECT, from, false));
  let last: PhraseMatch | null = null;
  let at = 0;
  while (at < passage.tokens.length) {
    yield;
    const found = isClaimed(passage, at) ? null : longestPhrase(passage, at, vocabulary);
    if (found === null || (isPrefix(passage, at) && found.to === at + 1)) {
      if (isPrefix(passage, at)) claim(passage, "wish", at, at + 1);
      at++;
    } else if (isLiking(passage, at, found.to, vocabulary)) {
      claim(passage, "wish", at, at + 1);
      at++;
    } else {
      const secondPart = strengthOfSecondPart(passage, found.to);
      const to = found.to + (secondPart === null ? 0 : 1);
      const polarity = (passage.polarity[at] ?? 1) * (isRefused(passage, at) ? -1 : 1);
      // Polarity 0 means "need not be", which is not a wish.
      if (polarity !== 0) {
        const share = polarity < 0 && isQualified(passage, at, found.meaning, last) ? QUALIFIED : 1;
        addWishes(wishes, passage, { at, to, meaning: found.meaning, polarity, share, secondPart }, vocabulary);
        last = { meaning: found.meaning, to };
      }
      claim(passage, "wish", at, to);
      at = to;
    }
  }
  return { ...wishes, text: [...wishes.text, ...restOf(passage)] };
}

/** A phrase of the vocabulary, and where it is. */
interface ReadPhrase {
  readonly at: number;
  readonly to: number;
  readonly meaning: Meaning;
  readonly polarity: number;
  readonly share: number;
  /** The share that a part like "-inspired" leaves; null without one. */
  readonly secondPart: number | null;
}

function addWishes(wishes: OpenWishes, passage: Passage, phrase: ReadPhrase, vocabulary: Vocabulary): void {
  const { at, to, meaning, polarity, share, secondPart } = phrase;
  const { concepts, scene } = meaning;
  const from = [written(passage, at, to)];
  const central = polarity > 0 ? centrality(passage, at) : 1;
  const strength = meaning.strength * emphasis(passage, at) * (secondPart ?? 1) * central;
  const relevance = polarity > 0 ? wantedShare(passage, at) : refusedShare(passage, at);
  if (relevance === 0) return;
  for (const concept of concepts) {
    const wish = wishFor(
      concept,
      clamp(DIRECT * strength * share * relevance * Math.abs(polarity)),
      from,
      polarity > 0,
    );
    (polarity > 0 ? wishes.wanted : wishes.avoided).push(wish);
  }
  if (scene === null) return;
  if (polarity > 0) {
    const implied = sceneWishes(scene.wants, concepts, from, strength * cueShare(passage, at), vocabulary);
    wishes.wanted.push(...implied.map((wish, place) => (place === 0 ? withSceneContraries(wish, scene) : wish)));
    for (const word of unclaimedWords(passage, at, to)) wishes.text.push({ word, weight: SCENE_TEXT });
  } else if (concepts.length === 0) {
    // A negated phrase can mean a concept and a scene. If it means a concept, the wishes of the scene are not avoided.
    const heart = scene.wants.filter((kin) => kin.weight >= SCENE_HEART);
    wishes.avoided.push(...sceneWishes(heart, concepts, from, strength, vocabulary).map(withoutContraries));
  }
}

/** Whether "love" begins a clause and means a liking, not the mood: "love accordion", "love the brass". */
function isLiking({ tokens }: Passage, at: number, to: number, vocabulary: Vocabulary): boolean {
  const [token, next, after] = tokens.slice(at, at + 3);
  if (token?.word !== "love" || to > at + 1 || isNear(token) || next?.gap !== "space") return false;
  const hasArticle = ["the", "a", "an", "some"].includes(next.word);
  const liked = hasArticle ? after : next;
  const facet = liked === undefined ? undefined : vocabulary.meaning(liked.word, liked.stem)?.concepts[0]?.facet;
  return facet === "instrument" || (hasArticle && facet !== undefined);
}

/** Whether an adjective comes before: "no sad piano" avoids sadness more than the piano. */
function isQualified(passage: Passage, at: number, meaning: Meaning, before: PhraseMatch | null): boolean {
  if (before === null || before.to !== at || passage.tokens[at]?.gap !== "space") return false;
  const facetOf = (one: Meaning): Facet | undefined => one.concepts[0]?.facet;
  const quality = facetOf(before.meaning);
  const thing = facetOf(meaning);
  return (quality === "mood" || quality === "characteristic") && (thing === "instrument" || thing === "genre");
}

/** Returns the longest phrase at a token. Phrases end at commas, claimed words and changes of polarity. */
function longestPhrase(passage: Passage, at: number, vocabulary: Vocabulary): PhraseMatch | null {
  let longest: PhraseMatch | null = null;
  let words = "";
  let stems = "";
  for (let to = at; to < Math.min(passage.tokens.length, at + vocabulary.phraseWordsMax); to++) {
    const token = passage.tokens[to];
    if (token === undefined || isClaimed(passage, to) || passage.polarity[to] !== passage.polarity[at]) break;
    if (to > at && token.gap !== "space" && token.gap !== "hyphen") break;
    // "Drum and bass" and "drum & bass" have the same key. At the start "and" only joins.
    if (token.word === "and" && to === at) break;
    if (token.word === "and") continue;
    words += token.word;
    stems += token.stem;
    // A function word is not looked up by its stem: "music" must not match "musical".
    const isGrammar = to === at && isFunctionWord(token.word, passage.languages);
    const isAsWritten = isGrammar || (to === at && (isUnrelated(token.word) || NUMBER.test(token.word)));
    const meaning = phraseMeaning(passage, at, to + 1, words, isAsWritten ? "" : stems, vocabulary);
    if (meaning !== undefined && !(isGrammar && meaning.strength < 1)) longest = { meaning, to: to + 1 };
  }
  return longest ?? inflected(passage, at, vocabulary);
}

function inflected(passage: Passage, at: number, vocabulary: Vocabulary): { meaning: Meaning; to: number } | null {
  const word = passage.tokens[at]?.word ?? "";
  const meaning = isFunctionWord(word) ? undefined : inflectedMeaning(word, vocabulary);
  return meaning === undefined ? null : { meaning, to: at + 1 };
}

/** Whether the token is a prefix of the next one: "ultra-modern", "semi-classical", "non-aggressive". */
function isPrefix({ tokens }: Passage, at: number): boolean {
  const word = tokens[at]?.word ?? "";
  return tokens[at + 1]?.gap === "hyphen" && (word === "non" || prefixStrength(word) !== undefined);
}

function isRefused({ tokens }: Passage, at: number): boolean {
  return tokens[at]?.gap === "hyphen" && tokens[at - 1]?.word === "non";
}

function wishFor(concept: Concept, weight: number, from: readonly string[], wanted: boolean): Wish {
  const { facet, name } = concept;
  return { facet, name, weight, from, kin: wanted ? concept.kin : concept.avoidedKin };
}

/** Avoids a concept with its near tags, but does not want its contraries. */
function withoutContraries(wish: Wish): Wish {
  return { ...wish, kin: wish.kin.filter((kin) => kin.weight >= 0.5) };
}

/** Adds what would spoil a scene to its first wish, as contrary tags. */
function withSceneContraries(wish: Wish, scene: Scene): Wish {
  const against = scene.against.map(({ name, weight }) => ({ name, weight: -weight }));
  const own = wish.kin.filter((kin) => against.every(({ name }) => name !== kin.name));
  return { ...wish, kin: [...own, ...against] };
}

function sceneWishes(
  wants: readonly Kin[],
  said: readonly Concept[],
  from: readonly string[],
  strength: number,
  vocabulary: Vocabulary,
): Wish[] {
  return wants.flatMap(({ name, weight }): Wish[] => {
    if (said.some((concept) => concept.name === name)) return [];
    const concept = vocabulary.concept(name);
    const facet: Facet = concept?.facet ?? "mood";
    return [{ facet, name, weight: clamp(SCENE * weight * strength), from, kin: concept?.kin ?? [] }];
  });
}

/** Returns how much the words before a wish strengthen or weaken it. */
function emphasis(passage: Passage, at: number): number {
  for (let before = at - 1; before >= Math.max(0, at - 3); before--) {
    const gap = passage.tokens[before + 1]?.gap;
    if (gap !== "space" && gap !== "hyphen") return 1;
    const word = passage.tokens[before]?.word ?? "";
    if (gap === "hyphen" && before === at - 1 && prefixStrength(word) !== undefined) return prefixStrength(word) ?? 1;
    if (isClaimed(passage, before)) return 1;
    if (STRONGER.has(word)) return 1.2;
    // "Not even slightly sad" is as strong as "not sad".
    if (WEAKER.has(word)) return (passage.polarity[at] ?? 1) < 0 ? 1 : 0.6;
    if (!isFunctionWord(word, passage.languages)) return 1;
  }
  return 1;
}

function unclaimedWords(passage: Passage, from: number, to: number): string[] {
  return passage.tokens
    .slice(from, to)
    .flatMap((token) => (isFunctionWord(token.word, passage.languages) ? [] : [token.word]));
}

/** Returns the words that no step has understood. */
function restOf(passage: Passage): TextTerm[] {
  const terms: TextTerm[] = [];
  passage.tokens.forEach((token, at) => {
    if (isClaimed(passage, at)) return;
    if (isFunctionWord(token.word, passage.languages) || /^\d{1,2}$/.test(token.word) || token.word.length < 2) return;
    if (passage.polarity[at] === 0) return;
    const negative = (passage.polarity[at] ?? 1) < 0;
    const weight = negative ? TEXT_AGAINST : clamp(TEXT * emphasis(passage, at) * textShare(passage, at));
    if (weight === 0) return;
    terms.push({
      word: token.word,
      weight,
      ...(passage.unknownWords.has(token.word) ? { isUnknown: true as const } : {}),
    });
  });
  return terms;
}

function clamp(weight: number): number {
  return Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000;
}
