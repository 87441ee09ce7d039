import type { Kin, TextTerm, Wish } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import { isFunctionWord } from "./function-words.ts";
import { claim, type Passage } from "./passage.ts";
import { written } from "./tokens.ts";
import type { Concept, Meaning, Scene, Vocabulary } from "./vocabulary.ts";

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
const TEXT = 0.6;
/** The words of a scene, in a title or a description. */
const SCENE_TEXT = 0.3;
const TEXT_AGAINST = -0.5;

const STRONGER: ReadonlySet<string> = new Set(
  "very really super extremely mostly strongly must mainly above central primarily especially so muy très sehr molto muito".split(
    " ",
  ),
);
const WEAKER: ReadonlySet<string> = new Set(
  "slightly somewhat bit little touch hint maybe perhaps optionally optional subtle faint occasional subtly possibly etwas leicht légèrement peu poco pouco".split(
    " ",
  ),
);

export function readWishes(passage: Passage, vocabulary: Vocabulary): Wishes {
  const wanted: Wish[] = [];
  const avoided: Wish[] = [];
  const text: TextTerm[] = [];

  let at = 0;
  while (at < passage.tokens.length) {
    const found = passage.claimed[at] === true ? null : longestPhrase(passage, at, vocabulary);
    if (found === null) {
      at++;
      continue;
    }
    const { meaning, to } = found;
    const from = [written(passage.text, passage.tokens, at, to)];
    const strength = meaning.strength * emphasis(passage, at);
    const polarity = passage.polarity[at] ?? 1;
    for (const concept of meaning.concepts) {
      const wish = wishFor(concept, clamp(DIRECT * strength * Math.abs(polarity)), from, polarity > 0);
      (polarity > 0 ? wanted : avoided).push(wish);
    }
    if (meaning.scene !== null) {
      if (polarity > 0) {
        const asked = sceneWishes(meaning.scene.wants, meaning.concepts, from, strength, vocabulary);
        wanted.push(...asked.map((wish, place) => (place === 0 ? withSceneContraries(wish, meaning.scene) : wish)));
        for (const word of unclaimedWords(passage, at, to)) text.push({ word, weight: SCENE_TEXT });
      } else {
        const heart = meaning.scene.wants.filter((kin) => kin.weight >= SCENE_HEART);
        avoided.push(...sceneWishes(heart, meaning.concepts, from, strength, vocabulary).map(withoutContraries));
      }
    }
    claim(passage, at, to);
    at = to;
  }
  return { wanted, avoided, text: [...text, ...restOf(passage)] };
}

/** Phrases do not reach over a comma, a change of polarity, or words that were understood otherwise. */
function longestPhrase(passage: Passage, at: number, vocabulary: Vocabulary): { meaning: Meaning; to: number } | null {
  let longest: { meaning: Meaning; to: number } | null = null;
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
    // A word of grammar alone means something only if the vocabulary has that very word, and means it ("love").
    const isGrammar = to === at && isFunctionWord(token.word);
    const meaning = isGrammar ? vocabulary.exactly(words) : vocabulary.meaning(words, stems);
    if (meaning !== undefined && !(isGrammar && meaning.strength < 1)) longest = { meaning, to: to + 1 };
  }
  return longest;
}

function wishFor(concept: Concept, weight: number, from: readonly string[], wanted: boolean): Wish {
  const { facet, name } = concept;
  const wish = { facet, name, weight, from, kin: concept.kin };
  return wanted ? wish : withoutContraries(wish);
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
    if (STRONGER.has(word)) return 1.2;
    if (WEAKER.has(word)) return 0.6;
    if (!isFunctionWord(word)) return 1;
  }
  return 1;
}

function unclaimedWords(passage: Passage, from: number, to: number): string[] {
  return passage.tokens.slice(from, to).flatMap((token) => (isFunctionWord(token.word) ? [] : [token.word]));
}

/** Words that nothing else understood; hyphenated ones stay together. */
function restOf(passage: Passage): TextTerm[] {
  const terms: TextTerm[] = [];
  passage.tokens.forEach((token, at) => {
    if (passage.claimed[at] === true) return;
    if (isFunctionWord(token.word) || /^\d{1,2}$/.test(token.word) || token.word.length < 2) return;
    const negative = (passage.polarity[at] ?? 1) < 0;
    terms.push({ word: token.word, weight: negative ? TEXT_AGAINST : clamp(TEXT * emphasis(passage, at)) });
  });
  return terms;
}

function clamp(weight: number): number {
  return Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000;
}
