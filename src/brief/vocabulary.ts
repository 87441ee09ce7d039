import { FACETS, type Facet } from "../../schema/song.ts";
import type { Kin } from "../../schema/brief.ts";
import { once } from "./once.ts";
import { tagKey } from "./text.ts";
import characteristics from "./vocabulary/characteristic.txt" with { type: "text" };
import genres from "./vocabulary/genre.txt" with { type: "text" };
import instruments from "./vocabulary/instrument.txt" with { type: "text" };
import moods from "./vocabulary/mood.txt" with { type: "text" };
import scenes from "./vocabulary/scene.txt" with { type: "text" };
import foreign from "./words/foreign-concepts.txt" with { type: "text" };

/** Something that a brief can wish for: what it is called, and what else shows it or speaks against it. */
export interface Concept {
  readonly facet: Facet;
  readonly name: string;
  readonly kin: readonly Kin[];
}

/** A picture and what it asks of music; `concept` is a name known to one of the facets. */
export interface Scene {
  readonly name: string;
  readonly wants: readonly Kin[];
  readonly against: readonly Kin[];
}

/** What a phrase leads to. `strength` is 1, or less for a word that says it only half. */
export interface Meaning {
  readonly concepts: readonly Concept[];
  readonly scene: Scene | null;
  readonly strength: number;
}

export interface Vocabulary {
  /** By the joined stems of the phrase's words. */
  meaning(key: string): Meaning | undefined;
  concept(name: string): Concept | undefined;
  readonly phraseWordsMax: number;
}

const HALF = 0.5;
const PHRASE_WORDS_MAX = 5;

export const vocabulary = once(() => readVocabulary());

interface Line {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly kin: readonly Kin[];
  readonly contraries: readonly Kin[];
}

function readVocabulary(): Vocabulary {
  const files: Record<Facet, string> = {
    genre: genres,
    mood: moods,
    instrument: instruments,
    characteristic: characteristics,
  };
  const lines = FACETS.flatMap((facet) => readLines(files[facet]).map((line) => ({ facet, ...line })));
  const names = new Map<string, readonly string[]>(
    lines.map((line) => [line.name, line.phrases.filter((phrase) => !phrase.startsWith("~"))]),
  );
  const meanings = new Map<string, Meaning>();
  const concepts = new Map<string, Concept>();

  for (const { facet, name, phrases, kin, contraries } of lines) {
    const concept = { facet, name, kin: spreadKin(name, names, kin, contraries) };
    concepts.set(name, concept);
    for (const phrase of [name, ...phrases]) learn(meanings, phrase, { concepts: [concept], scene: null });
  }
  for (const { name, phrases, kin, contraries } of readLines(scenes)) {
    const scene = { name, wants: kin, against: contraries };
    for (const phrase of [name, ...phrases]) learn(meanings, phrase, { concepts: [], scene });
  }
  for (const { name, phrases } of readLines(foreign)) {
    const meaning = meanings.get(tagKey(name));
    if (meaning === undefined) throw new Error(`foreign-concepts.txt names "${name}", which no vocabulary file has.`);
    for (const phrase of phrases) learn(meanings, phrase, meaning);
  }
  return {
    meaning: (key) => meanings.get(key),
    concept: (name) => concepts.get(name),
    phraseWordsMax: PHRASE_WORDS_MAX,
  };
}

/** The first concept and the first scene to claim a phrase have it. */
function learn(meanings: Map<string, Meaning>, phrase: string, meaning: Omit<Meaning, "strength">): void {
  const key = tagKey(phrase.replace(/^~/, ""));
  const known = meanings.get(key);
  const strength = phrase.startsWith("~") ? HALF : 1;
  if (known === undefined) meanings.set(key, { ...meaning, strength });
  else if (known.scene === null && meaning.scene !== null) meanings.set(key, { ...known, scene: meaning.scene });
}

/** A concept's other names serve it whole, its kin and their other names in part, its contraries count against it. */
function spreadKin(
  name: string,
  names: ReadonlyMap<string, readonly string[]>,
  kin: readonly Kin[],
  contraries: readonly Kin[],
): Kin[] {
  const weights = new Map<string, number>();
  const add = (phrase: string, weight: number): void => {
    if (phrase !== name && !weights.has(phrase)) weights.set(phrase, weight);
  };
  for (const phrase of names.get(name) ?? []) add(phrase, 0.95);
  for (const one of kin) {
    add(one.name, one.weight);
    for (const phrase of names.get(one.name) ?? []) add(phrase, one.weight);
  }
  for (const one of contraries) add(one.name, -one.weight);
  return [...weights].map(([other, weight]) => ({ name: other, weight }));
}

function readLines(file: string): Line[] {
  return file
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", phrases = "", kin = "", contraries = ""] = line.split("|").map((part) => part.trim());
      return { name, phrases: listed(phrases), kin: weighted(kin), contraries: weighted(contraries) };
    });
}

function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** "dark .5, cool .3" */
function weighted(text: string): Kin[] {
  return listed(text).map((part) => {
    const at = part.lastIndexOf(" ");
    const weight = Number(part.slice(at + 1));
    if (at < 0 || !(weight > 0 && weight <= 1))
      throw new Error(`A vocabulary file says "${part}"; expected a name and a weight up to 1.`);
    return { name: part.slice(0, at), weight };
  });
}
