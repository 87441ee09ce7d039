import { FACETS, type Facet } from "../../schema/song.ts";
import type { Kin } from "../../schema/brief.ts";
import type { OwnTerm } from "../../schema/wire/vocabulary.ts";
import { isFunctionWord } from "./function-words.ts";
import { spelledWords } from "./spelled-words.ts";
import { once } from "./once.ts";
import { withOwnTerms } from "./own-lines.ts";
import { type Spelling, spellingOf } from "./spelling.ts";
import { stemKey, wordKey } from "./text.ts";
import characteristics from "./vocabulary/characteristic.txt" with { type: "text" };
import genres from "./vocabulary/genre.txt" with { type: "text" };
import instruments from "./vocabulary/instrument.txt" with { type: "text" };
import moods from "./vocabulary/mood.txt" with { type: "text" };
import { SCENE_FILES } from "./vocabulary/scenes.ts";

/** Something that a brief can wish for: what it is called, and what else shows it or speaks against it. */
export interface Concept {
  readonly facet: Facet;
  readonly name: string;
  /** What else it is called. */
  readonly names: readonly string[];
  readonly kin: readonly Kin[];
  /** What goes with it where a brief wants none of it. */
  readonly shunned: readonly Kin[];
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
  /**
   * What a phrase means: by its words as they are, else by their stems, each joined as `wordKey` and `stemKey` join them.
   * Words come first, because "convent" and "convention" share a stem.
   */
  meaning(words: string, stems: string): Meaning | undefined;
  concept(name: string): Concept | undefined;
  /** The folded words that its phrases are made of. */
  readonly words: ReadonlySet<string>;
  readonly phraseWordsMax: number;
  /** Of its words, and of those that a brief is made of besides. */
  spelling(): Spelling;
}

const HALF = 0.5;

/** What a concept's other names are worth beside its own. */
const NAMES = 0.95;

/** Kin as near as this go with what is avoided. */
const NEAR = 0.5;
/** Of a genre or an instrument, kin as near as this are kinds of it. */
const KIND = 0.7;

const PHRASE_WORDS_MAX = 5;

/** The vocabulary that comes with the program. */
export const vocabulary = once(() => readVocabulary([]));

/** The same with terms of the operator's, whose meaning comes before any of ours. */
export function vocabularyWith(own: readonly OwnTerm[]): Vocabulary {
  return own.length === 0 ? vocabulary() : readVocabulary(own);
}

/** A concept as a line of a file names it. */
export interface VocabularyLine extends Line {
  readonly facet: Facet;
}

interface Line {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly kin: readonly Kin[];
  /** The kin marked ^, of which this is a kind. */
  readonly family: Kin | null;
  readonly contraries: readonly Kin[];
}

function readVocabulary(own: readonly OwnTerm[]): Vocabulary {
  const files: Record<Facet, string> = {
    genre: genres,
    mood: moods,
    instrument: instruments,
    characteristic: characteristics,
  };
  const lines = withOwnTerms(
    FACETS.flatMap((facet) => readLines(files[facet]).map((line) => ({ facet, ...line }))),
    own,
  );
  const families = familiesOf(lines);
  const meanings: Meanings = { byWords: new Map(), byStems: new Map(), singleWords: new Set() };
  const concepts = new Map<string, Concept>();

  for (const line of lines) {
    const { facet, name } = line;
    const kin = once(() => spreadKin(line, families));
    const shunned = once(() =>
      facet === "genre" || facet === "instrument"
        ? kindsOf(line, families)
        : kin().filter(({ weight }) => weight >= NEAR),
    );
    const concept: Concept = {
      facet,
      name,
      names: line.phrases.filter((phrase) => !phrase.startsWith("~")),
      get shunned() {
        return shunned();
      },
      get kin() {
        return kin();
      },
    };
    concepts.set(name, concept);
    // A name leads to its own concept, whatever other lines call theirs.
    learn(meanings, name, { concepts: [concept], scene: null });
  }
  for (const { name, phrases } of lines) {
    const concept = concepts.get(name);
    if (concept === undefined) continue;
    for (const phrase of phrases) learn(meanings, phrase, { concepts: [concept], scene: null });
  }
  const scenes = Object.values(SCENE_FILES).flatMap(readLines);
  const said = scenes.flatMap(({ name, phrases, kin, contraries }) => {
    const scene = { name, wants: kin, against: contraries };
    return [name, ...phrases].map((phrase) => ({ phrase, scene }));
  });
  for (const { phrase, scene } of said) learnScene(meanings, phrase, scene);
  for (const { phrase, scene } of said) learnPlurals(meanings, phrase, scene);
  for (const { term, aliases } of own) {
    const [concept] = meanings.byWords.get(wordKey(term))?.concepts ?? [];
    if (concept === undefined || wordKey(concept.name) !== wordKey(term)) continue;
    for (const phrase of [term, ...(aliases ?? [])]) claimPhrase(meanings, phrase, concept);
  }
  return {
    meaning: (words, stems) => meanings.byWords.get(words) ?? meanings.byStems.get(stems),
    concept: (name) => concepts.get(name),
    words: meanings.singleWords,
    phraseWordsMax: PHRASE_WORDS_MAX,
    spelling: once(() =>
      spellingOf(
        spelledWords({
          names: lines.map(({ name }) => name),
          aliases: lines.flatMap(({ phrases }) => phrases),
          scenes: scenes.flatMap(({ name, phrases }) => [name, ...phrases]),
        }),
      ),
    ),
  };
}

interface Meanings {
  readonly byWords: Map<string, Meaning>;
  readonly byStems: Map<string, Meaning>;
  readonly singleWords: Set<string>;
}

/** The first concept and the first scene to claim a phrase have it. */
function learn({ byWords, byStems, singleWords }: Meanings, phrase: string, meaning: Omit<Meaning, "strength">): void {
  const half = phrase.startsWith("~");
  const plain = half ? phrase.slice(1) : phrase;
  const strength = half ? HALF : 1;
  for (const word of plain.split(/[ -]/)) singleWords.add(wordKey(word));
  learnKey(byWords, wordKey(plain), { ...meaning, strength });
  const stems = stemKey(plain);
  // "Musicals" has the stem "music", which is what every brief asks for.
  if (!isFunctionWord(stems)) learnKey(byStems, stems, { ...meaning, strength });
}

/**
 * Scenes are many, and of their single words the stems meet too much: "boxes" are not boxing, an "elevated" mood is no
 * elevator. Such a word is known as it is and in the plural.
 */
function learnScene(meanings: Meanings, phrase: string, scene: Scene): void {
  if (isSingleWord(phrase)) learnKey(meanings.byWords, wordKey(phrase), { concepts: [], scene, strength: 1 });
  else learn(meanings, phrase, { concepts: [], scene });
}

/** After all words are known as they are: a plural is nobody else's word. */
function learnPlurals({ byWords, singleWords }: Meanings, phrase: string, scene: Scene): void {
  if (!isSingleWord(phrase)) return;
  const word = wordKey(phrase);
  const plurals = [`${word}s`, `${word}es`, ...(word.endsWith("y") ? [`${word.slice(0, -1)}ies`] : [])];
  singleWords.add(word);
  for (const one of plurals) if (!byWords.has(one)) byWords.set(one, { concepts: [], scene, strength: 1 });
}

function isSingleWord(phrase: string): boolean {
  return !/[ -]/.test(phrase);
}

/** The operator's word for it, whatever else was called so. */
function claimPhrase({ byWords, byStems }: Meanings, phrase: string, concept: Concept): void {
  const meaning = { concepts: [concept], scene: null, strength: 1 };
  byWords.set(wordKey(phrase), meaning);
  byStems.set(stemKey(phrase), meaning);
}

function learnKey(meanings: Map<string, Meaning>, key: string, meaning: Meaning): void {
  const known = meanings.get(key);
  if (known === undefined) meanings.set(key, meaning);
  else if (known.scene === null && meaning.scene !== null) meanings.set(key, { ...known, scene: meaning.scene });
}

/** How the lines hang together: by name, and which belong to which family. */
interface Families {
  readonly line: ReadonlyMap<string, Line>;
  readonly members: ReadonlyMap<string, readonly Kin[]>;
}

function familiesOf(lines: readonly Line[]): Families {
  const members = new Map<string, Kin[]>();
  for (const { name, family } of lines) {
    if (family === null) continue;
    const known = members.get(family.name);
    if (known === undefined) members.set(family.name, [{ name, weight: family.weight }]);
    else known.push({ name, weight: family.weight });
  }
  return { line: new Map(lines.map((line) => [line.name, line])), members };
}

/**
 * A concept's other names serve it whole, its kin and their other names in part, its contraries count against it. A
 * family's members serve it too, and what holds for the family holds for its members in proportion.
 */
function spreadKin(line: Line, { line: lineOf, members }: Families): Kin[] {
  const weights = new Map<string, number>();
  const add = (name: string, weight: number): void => {
    if (name !== line.name && !weights.has(name)) weights.set(name, Math.round(weight * 1000) / 1000);
  };
  const addWithNames = ({ name, weight }: Kin, share = 1): void => {
    add(name, weight * share);
    for (const phrase of lineOf.get(name)?.phrases ?? []) if (!phrase.startsWith("~")) add(phrase, weight * share);
  };
  for (const phrase of line.phrases) if (!phrase.startsWith("~")) add(phrase, NAMES);
  for (const one of line.kin) addWithNames(one);
  for (const one of line.contraries) add(one.name, -one.weight);
  for (const member of members.get(line.name) ?? []) addWithNames(member);
  const family = line.family === null ? undefined : lineOf.get(line.family.name);
  if (line.family === null || family === undefined) return kinOf(weights);
  for (const one of family.kin) addWithNames(one, line.family.weight);
  for (const one of family.contraries) add(one.name, -one.weight * line.family.weight);
  return kinOf(weights);
}

/**
 * "No metal" means metal, by all its names, and every kind of it, but neither what it is a kind of nor what it is only
 * often heard with. A mood's neighbours are of its kind.
 */
function kindsOf(line: Line, { line: lineOf, members }: Families): Kin[] {
  const weights = new Map<string, number>();
  const add = (name: string, weight: number): void => {
    if (name === line.name || weights.has(name)) return;
    weights.set(name, Math.round(weight * 1000) / 1000);
    for (const phrase of lineOf.get(name)?.phrases ?? [])
      if (!phrase.startsWith("~") && phrase !== line.name && !weights.has(phrase)) weights.set(phrase, weight);
  };
  for (const phrase of line.phrases) if (!phrase.startsWith("~")) weights.set(phrase, NAMES);
  for (const member of members.get(line.name) ?? []) {
    add(member.name, member.weight);
    for (const grandchild of members.get(member.name) ?? []) add(grandchild.name, member.weight * grandchild.weight);
  }
  for (const { name, weight } of line.kin) {
    const isParent = name === line.family?.name || line.name.endsWith(` ${name}`);
    if (!isParent && (weight >= KIND || name.endsWith(` ${line.name}`))) add(name, weight);
  }
  return kinOf(weights);
}

function kinOf(weights: ReadonlyMap<string, number>): Kin[] {
  return [...weights].map(([name, weight]) => ({ name, weight }));
}

function readLines(file: string): Line[] {
  return file
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", phrases = "", kin = "", contraries = ""] = line.split("|").map((part) => part.trim());
      const near = weighted(kin);
      const family = near.find((one) => one.name.startsWith("^"));
      return {
        name,
        phrases: listed(phrases),
        kin: near.map((one) => (one === family ? unmarked(one) : one)),
        family: family === undefined ? null : unmarked(family),
        contraries: weighted(contraries),
      };
    });
}

function unmarked({ name, weight }: Kin): Kin {
  return { name: name.slice(1), weight };
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
