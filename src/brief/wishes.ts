import type { Kin, TextTerm, Wish } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import type { Steps } from "../lib/steps.ts";
import { readEllipses } from "./ellipsis.ts";
import { isFunctionWord } from "./function-words.ts";
import { centrality } from "./centrality.ts";
import { inflectedMeaning, strengthOfSecondPart } from "./inflected-meaning.ts";
import { prefixStrength } from "./inflections.ts";
import { claim, type Passage, written } from "./passage.ts";
import { phraseMeaning } from "./phrase-meaning.ts";
import { isUnrelated } from "./spelled-words.ts";
import { isNear } from "./tokens.ts";
import type { Concept, Meaning, Scene, Vocabulary } from "./vocabulary.ts";

interface Found {
  readonly meaning: Meaning;
  readonly to: number;
}

/** What one passage wishes for, before query and context are merged. */
export interface Wishes {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly text: readonly TextTerm[];
}

const DIRECT = 0.9;
/** A scene asks for many things at once, so for each of them less. */
const SCENE = 0.6;
/** Of a scene that is to be avoided only its heart counts. */
const SCENE_HEART = 0.8;
const QUALIFIED = 0.7;
const TEXT = 0.6;
/** The words of a scene, in a title or a description. */
const SCENE_TEXT = 0.3;
const TEXT_AGAINST = -0.5;

/** "Around 70" is a tempo and "at 0:30" a place, no decade, though "70s" has that stem; a year is of its decade. */
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

/** Reads the wishes of a passage, phrase by phrase, from the words that nothing else has claimed. */
export function* readingWishes(passage: Passage, vocabulary: Vocabulary): Steps<Wishes> {
  const wanted: Wish[] = [];
  const avoided: Wish[] = [];
  const text: TextTerm[] = [];

  let last: Found | null = null;
  for (const { concept, from } of readEllipses(passage, vocabulary))
    avoided.push(wishFor(concept, DIRECT, from, false));
  let at = 0;
  while (at < passage.tokens.length) {
    yield;
    const found = passage.claimed[at] === true ? null : longestPhrase(passage, at, vocabulary);
    if (found === null || (isPrefix(passage, at) && found.to === at + 1)) {
      if (isPrefix(passage, at)) claim(passage, at, at + 1);
      at++;
      continue;
    }
    if (isLiking(passage, at, found.to, vocabulary)) {
      claim(passage, at, at + 1);
      at++;
      continue;
    }
    const { meaning } = found;
    const secondPart = strengthOfSecondPart(passage, found.to);
    const to = found.to + (secondPart === null ? 0 : 1);
    const from = [written(passage, at, to)];
    const polarity = (passage.polarity[at] ?? 1) * (isRefused(passage, at) ? -1 : 1);
    const central = polarity > 0 ? centrality(passage, at) : 1;
    const strength = meaning.strength * emphasis(passage, at) * (secondPart ?? 1) * central;
    // What need not be is no wish, and what a phrase means by itself is what is negated, not the scene around it.
    if (polarity === 0) {
      claim(passage, at, to);
      at = to;
      continue;
    }
    const share = polarity < 0 && isQualified(passage, at, meaning, last) ? QUALIFIED : 1;
    last = { meaning, to };
    for (const concept of meaning.concepts) {
      const wish = wishFor(concept, clamp(DIRECT * strength * share * Math.abs(polarity)), from, polarity > 0);
      (polarity > 0 ? wanted : avoided).push(wish);
    }
    if (meaning.scene !== null) {
      if (polarity > 0) {
        const asked = sceneWishes(meaning.scene.wants, meaning.concepts, from, strength, vocabulary);
        wanted.push(...asked.map((wish, place) => (place === 0 ? withSceneContraries(wish, meaning.scene) : wish)));
        for (const word of unclaimedWords(passage, at, to)) text.push({ word, weight: SCENE_TEXT });
      } else if (meaning.concepts.length === 0) {
        const heart = meaning.scene.wants.filter((kin) => kin.weight >= SCENE_HEART);
        avoided.push(...sceneWishes(heart, meaning.concepts, from, strength, vocabulary).map(withoutContraries));
      }
    }
    claim(passage, at, to);
    at = to;
  }
  return { wanted, avoided, text: [...text, ...restOf(passage)] };
}

/** "Love accordion", "love the brass": the client's liking at the head of a clause, and no mood. */
function isLiking({ tokens }: Passage, at: number, to: number, vocabulary: Vocabulary): boolean {
  const [token, next, after] = tokens.slice(at, at + 3);
  if (token?.word !== "love" || to > at + 1 || isNear(token) || next?.gap !== "space") return false;
  const hasArticle = ["the", "a", "an", "some"].includes(next.word);
  const liked = hasArticle ? after : next;
  const facet = liked === undefined ? undefined : vocabulary.meaning(liked.word, liked.stem)?.concepts[0]?.facet;
  return facet === "instrument" || (hasArticle && facet !== undefined);
}

/** "No sad piano" is not "no piano": what qualifies a thing is meant more than the thing. */
function isQualified(passage: Passage, at: number, meaning: Meaning, before: Found | null): boolean {
  if (before === null || before.to !== at || passage.tokens[at]?.gap !== "space") return false;
  const facetOf = (one: Meaning): Facet | undefined => one.concepts[0]?.facet;
  const quality = facetOf(before.meaning);
  const thing = facetOf(meaning);
  return (quality === "mood" || quality === "characteristic") && (thing === "instrument" || thing === "genre");
}

/** Phrases do not reach over a comma, a change of polarity, or words that were understood otherwise. */
function longestPhrase(passage: Passage, at: number, vocabulary: Vocabulary): Found | null {
  let longest: Found | null = null;
  let words = "";
  let stems = "";
  for (let to = at; to < Math.min(passage.tokens.length, at + vocabulary.phraseWordsMax); to++) {
    const token = passage.tokens[to];
    if (token === undefined || passage.claimed[to] === true || passage.polarity[to] !== passage.polarity[at]) break;
    if (to > at && token.gap !== "space" && token.gap !== "hyphen") break;
    // As tagKey does: "drum and bass" is spelled "drum & bass" too. At the start it only joins.
    if (token.word === "and" && to === at) break;
    if (token.word === "and") continue;
    words += token.word;
    stems += token.stem;
    // "Music" alone is not a musical: a function word means something only as it is written.
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

/** "Ultra-modern", "semi-classical", "non-aggressive": a part that says how much of what follows. */
function isPrefix({ tokens }: Passage, at: number): boolean {
  const word = tokens[at]?.word ?? "";
  return tokens[at + 1]?.gap === "hyphen" && (word === "non" || prefixStrength(word) !== undefined);
}

function isRefused({ tokens }: Passage, at: number): boolean {
  return tokens[at]?.gap === "hyphen" && tokens[at - 1]?.word === "non";
}

function wishFor(concept: Concept, weight: number, from: readonly string[], wanted: boolean): Wish {
  const { facet, name } = concept;
  return { facet, name, weight, from, kin: wanted ? concept.kin : concept.shunned };
}

/** What is avoided is avoided with its near kin; that its contrary was wanted, nobody said. */
function withoutContraries(wish: Wish): Wish {
  return { ...wish, kin: wish.kin.filter((kin) => kin.weight >= 0.5) };
}

/** What would spoil a scene nobody asked to avoid; it speaks against a song through the scene's foremost wish. */
function withSceneContraries(wish: Wish, scene: Scene | null): Wish {
  const against = (scene?.against ?? []).map(({ name, weight }) => ({ name, weight: -weight }));
  const own = wish.kin.filter((kin) => against.every(({ name }) => name !== kin.name));
  return { ...wish, kin: [...own, ...against] };
}

function sceneWishes(
  asked: readonly Kin[],
  said: readonly Concept[],
  from: readonly string[],
  strength: number,
  vocabulary: Vocabulary,
): Wish[] {
  return asked.flatMap(({ name, weight }): Wish[] => {
    if (said.some((concept) => concept.name === name)) return [];
    const concept = vocabulary.concept(name);
    const facet: Facet = concept?.facet ?? "mood";
    return [{ facet, name, weight: clamp(SCENE * weight * strength), from, kin: concept?.kin ?? [] }];
  });
}

/** A word or two before a wish that strengthen or weaken it. */
function emphasis(passage: Passage, at: number): number {
  for (let before = at - 1; before >= Math.max(0, at - 3); before--) {
    const gap = passage.tokens[before + 1]?.gap;
    if (gap !== "space" && gap !== "hyphen") return 1;
    const word = passage.tokens[before]?.word ?? "";
    if (gap === "hyphen" && before === at - 1 && prefixStrength(word) !== undefined) return prefixStrength(word) ?? 1;
    if (passage.claimed[before] === true) return 1;
    if (STRONGER.has(word)) return 1.2;
    // "Not even slightly sad" is no weaker than "not sad".
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

/** Words that nothing else understood; hyphenated ones stay together. */
function restOf(passage: Passage): TextTerm[] {
  const terms: TextTerm[] = [];
  passage.tokens.forEach((token, at) => {
    if (passage.claimed[at] === true) return;
    if (isFunctionWord(token.word, passage.languages) || /^\d{1,2}$/.test(token.word) || token.word.length < 2) return;
    if (passage.polarity[at] === 0) return;
    const negative = (passage.polarity[at] ?? 1) < 0;
    const weight = negative ? TEXT_AGAINST : clamp(TEXT * emphasis(passage, at));
    terms.push({ word: token.word, weight, ...(passage.strange.has(token.word) ? { isStrange: true as const } : {}) });
  });
  return terms;
}

function clamp(weight: number): number {
  return Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000;
}
