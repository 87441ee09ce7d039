import { refusedSentences } from "./refused-sentences.ts";
import { withWelcomed } from "./welcomed.ts";
import type { ArcWish, Kin, TextTerm, Wish } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import { once } from "../lib/once.ts";
import type { Steps } from "../lib/steps.ts";
import { claimArcs, readArcs } from "./arcs/read-arcs.ts";
import { readEllipses } from "./ellipsis.ts";
import { readHedgedVoices } from "./hedged-voices.ts";
import { isFunctionLexeme } from "../text/function-words.ts";
import { centralityIn } from "./centrality.ts";
import { isNumber } from "../text/digits.ts";
import { prefixStrength } from "../text/inflections.ts";
import { textShare } from "./parts/part-shares.ts";
import { isClaimed, type Passage, written } from "./passage.ts";
import { isOfRefusedEffect } from "./refused-effects.ts";
import { withoutOutvoted } from "./outvoted-phrases.ts";
import { joinQualities, type ReadPhrase, refusalOf } from "./refusals.ts";
import { findingPhrases } from "./stances/find-phrases.ts";
import { phrasePolarity } from "./stances/phrase-polarity.ts";
import { readingStances } from "./stances/read-stances.ts";
import type { Concept, Scene, Vocabulary } from "./vocabulary.ts";

/** The wishes of one passage, before query and context are merged. Those for the tags of its arcs come later. */
export interface Wishes {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly text: readonly TextTerm[];
  readonly arcs: readonly ArcWish[];
}

interface OpenWishes {
  readonly wanted: Wish[];
  readonly avoided: Wish[];
  readonly text: TextTerm[];
}

const DIRECT = 0.9;
/** Weight of what a brief prefers "if possible". */
const PREFERRED = 0.6;
/** Factor for the weight of a scene's wishes: a scene has many, so each weighs less. */
const SCENE = 0.6;
/** Minimum weight of a scene's wishes that count if the scene is avoided. */
const SCENE_HEART = 0.8;
/** Minimum weight of an avoided wish that is an exclusion. "Less piano" weighs 0.45, and only lowers a song's score. */
const PLAINLY = 0.65;
const TEXT = 0.6;
/** Weight of a scene's own words in titles and descriptions. */
const SCENE_TEXT = 0.3;
const TEXT_AGAINST = -0.5;

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
    wishes.avoided.push({ ...wishFor(concept, DIRECT, from, false), isRefusedPlainly: true });
  for (const { concept, from } of readHedgedVoices(passage, vocabulary))
    wishes.wanted.push({ ...wishFor(concept, PREFERRED, from, true), isNamed: true });
  const found = readArcs(passage);
  yield;
  const phrases = yield* findingPhrases(passage, vocabulary);
  const stances = yield* readingStances(passage, phrases);
  const centralityOf = centralityIn(passage);
  const counted: ReadPhrase[] = [];
  for (const [number, phrase] of phrases.entries()) {
    yield;
    const stance = stances[number];
    if (stance === undefined) continue;
    const read = phrasePolarity(passage, phrase, stance);
    if (read.polarity !== 0 && read.share !== 0) counted.push({ ...phrase, ...read });
  }
  const joined = joinQualities(
    passage,
    withoutOutvoted(passage, withWelcomed(passage, counted), phrases, stances),
    vocabulary,
  );
  for (const [number, phrase] of joined.entries()) {
    yield;
    if (isOfRefusedEffect(passage, phrase)) continue;
    const { share, isPlain } = refusalOf(passage, joined, number, vocabulary);
    const central = phrase.polarity > 0 ? centralityOf(phrase.at) : 1;
    const weighed = { ...phrase, share: phrase.share * share, central, isPlain };
    addWishes(wishes, passage, weighed, vocabulary);
  }
  claimArcs(passage, found);
  const arcs = found.map(({ wish }) => wish);
  return { ...wishes, text: [...wishes.text, ...restOf(passage, refusedSentences(passage, joined))], arcs };
}

/** A phrase that counts: how central a wanted one is (0 to 1), and whether a refused one can be an exclusion. */
type WeighedPhrase = ReadPhrase & { readonly central: number; readonly isPlain: boolean };

function addWishes(wishes: OpenWishes, passage: Passage, phrase: WeighedPhrase, vocabulary: Vocabulary): void {
  const { at, to, meaning, polarity, share, secondPart, central, isPlain } = phrase;
  const { concepts, scene } = meaning;
  const from = [written(passage, at, to)];
  const strength = meaning.strength * emphasis(passage, at) * (secondPart ?? 1) * central;
  for (const concept of concepts) {
    const wish = wishFor(concept, clamp(DIRECT * strength * share * Math.abs(polarity)), from, polarity > 0);
    if (polarity > 0) wishes.wanted.push({ ...wish, isNamed: true });
    else wishes.avoided.push(isPlain && wish.weight >= PLAINLY ? { ...wish, isRefusedPlainly: true } : wish);
  }
  if (scene === null) return;
  if (polarity > 0) {
    const implied = sceneWishes(scene.wants, concepts, from, strength * share, vocabulary);
    wishes.wanted.push(...implied.map((wish, place) => (place === 0 ? withSceneContraries(wish, scene) : wish)));
    for (const word of unclaimedWords(passage, at, to)) wishes.text.push({ word, weight: SCENE_TEXT });
  } else if (concepts.length === 0) {
    // A negated phrase can mean a concept and a scene. If it means a concept, the wishes of the scene are not avoided.
    const heart = scene.wants.filter((kin) => kin.weight >= SCENE_HEART);
    wishes.avoided.push(...sceneWishes(heart, concepts, from, strength, vocabulary).map(withoutContraries));
  }
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
  const known = kinInScenes().get(scene);
  if (known?.of === wish.kin) return { ...wish, kin: known.kin };
  const against = scene.against.map(({ name, weight }) => ({ name, weight: -weight }));
  const own = wish.kin.filter((kin) => against.every(({ name }) => name !== kin.name));
  const kin = [...own, ...against];
  kinInScenes().set(scene, { of: wish.kin, kin });
  return { ...wish, kin };
}

/** For each scene, the last kin and what it makes of them: the same list each time, which the ranking remembers. */
const kinInScenes = once(() => new WeakMap<Scene, { readonly of: readonly Kin[]; readonly kin: readonly Kin[] }>());

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
    const token = passage.tokens[before];
    if (token === undefined) return 1;
    const { word, lexeme } = token;
    if (gap === "hyphen" && before === at - 1 && prefixStrength(word) !== undefined) return prefixStrength(word) ?? 1;
    if (isClaimed(passage, before)) return 1;
    if (STRONGER.has(word)) return 1.2;
    // "Not even slightly sad" is as strong as "not sad".
    if (WEAKER.has(word)) return (passage.polarity[at] ?? 1) < 0 ? 1 : 0.6;
    if (!isFunctionLexeme(lexeme, passage.languages)) return 1;
  }
  return 1;
}

function unclaimedWords(passage: Passage, from: number, to: number): string[] {
  return passage.tokens
    .slice(from, to)
    .flatMap((token) => (isFunctionLexeme(token.lexeme, passage.languages) ? [] : [token.word]));
}

/** Returns the words that no step has understood, without those of sentences that only refuse. */
function restOf(passage: Passage, isRefused: readonly boolean[]): TextTerm[] {
  const terms: TextTerm[] = [];
  passage.tokens.forEach((token, at) => {
    if (isClaimed(passage, at)) return;
    const { word, lexeme } = token;
    if (word.length < 2 || isFunctionLexeme(lexeme, passage.languages) || isShortNumber(word)) return;
    if (passage.polarity[at] === 0) return;
    const negative = (passage.polarity[at] ?? 1) < 0;
    // A long text negates everyday words ("nothing stands in them"). Tags of the catalog are read from the word runs.
    if (negative && passage.parts !== null && !passage.unknownWords.has(token.word)) return;
    if (!negative && isRefused[at] === true) return;
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

function isShortNumber(word: string): boolean {
  return word.length <= 2 && isNumber(word);
}

function clamp(weight: number): number {
  return Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000;
}
