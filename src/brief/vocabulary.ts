import { FACETS, type Facet } from "../../schema/song.ts";
import type { Kin } from "../../schema/brief.ts";
import type { OwnTerm } from "../../schema/wire/vocabulary.ts";
import { beginningsOf } from "../text/beginnings.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { spelledWords } from "./spelled-words.ts";
import { endingsOf, kindsOf, lookalikesOf } from "./kinds.ts";
import { type Families, familiesOf, kinToAvoid, spreadKin } from "./kinship.ts";
import { once } from "../lib/once.ts";
import { withOwnTerms } from "./own-lines.ts";
import { type Spelling, spellingOf } from "./spelling.ts";
import { stemKey, wordKey } from "../text/keys.ts";
import type { Token } from "../text/tokens.ts";
import characteristics from "./vocabulary/characteristic.txt" with { type: "text" };
import genres from "./vocabulary/genre.txt" with { type: "text" };
import instruments from "./vocabulary/instrument.txt" with { type: "text" };
import moods from "./vocabulary/mood.txt" with { type: "text" };
import { type ConceptLine, readLines, type VocabularyLine } from "./vocabulary-lines.ts";
import { SCENE_FILES } from "./vocabulary/scenes.ts";

/** Something that a brief can wish for: its names, and the tags that serve it or contradict it. */
export interface Concept {
  readonly facet: Facet;
  readonly name: string;
  /** Other names. */
  readonly names: readonly string[];
  readonly kin: readonly Kin[];
  /** Tags to avoid when a brief excludes the concept. */
  readonly avoidedKin: readonly Kin[];
  /** Tags that are a kind of the concept, with its own names; see kinds.ts. */
  readonly kinds: ReadonlySet<string>;
  /** Other tags of the vocabulary that end like one of the kinds: "bass guitar" for "guitar". */
  readonly notKinds: readonly string[];
}

/** A scene with the concepts that suit it and those that would spoil it. */
export interface Scene {
  readonly name: string;
  readonly wants: readonly Kin[];
  readonly against: readonly Kin[];
}

/** The meaning of a phrase. `strength` is 1, or less for a word that means it only in part. */
export interface Meaning {
  readonly concepts: readonly Concept[];
  readonly scene: Scene | null;
  readonly strength: number;
}

export interface Vocabulary {
  /**
   * Returns what a phrase means by its words, or else by its stems, each joined as by `wordKey` and `stemKey`. Words
   * come first, because "convent" and "convention" share a stem.
   */
  meaning(words: string, stems: string): Meaning | undefined;
  /** Whether a phrase has "and" in it, by its words or its stems: "drum and bass" has, "bass drum" has not. */
  joins(words: string, stems: string): boolean;
  /**
   * Whether a phrase is a genre by its stems only, and ends in two instruments: "drums and bass" does, "drum and bass" and "rock
   * and rolls" do not.
   */
  mayListInstruments(words: string, stems: string): boolean;
  /** Whether a phrase of several words can begin at a token. Rarely true where none does. */
  canBegin(tokens: readonly Token[], at: number): boolean;
  concept(name: string): Concept | undefined;
  /** The tags that name a period: "80s", "1980s", "80s pop". */
  readonly periods: ReadonlySet<string>;
  /** The folded words of all phrases. */
  readonly words: ReadonlySet<string>;
  readonly phraseWordsMax: number;
  /** Spelling of these words and of plain English. */
  spelling(): Spelling;
}

const HALF = 0.5;

const PHRASE_WORDS_MAX = 5;

/** The built-in vocabulary. */
export const vocabulary = once(() => readVocabulary([]));

/** Returns the built-in vocabulary with an operator's terms, which take precedence. */
export function vocabularyWith(own: readonly OwnTerm[]): Vocabulary {
  return own.length === 0 ? vocabulary() : readVocabulary(own);
}

const FACET_FILES: Readonly<Record<Facet, string>> = {
  genre: genres,
  mood: moods,
  instrument: instruments,
  characteristic: characteristics,
};

function readVocabulary(own: readonly OwnTerm[]): Vocabulary {
  const lines = withOwnTerms(
    FACETS.flatMap((facet) => readLines(FACET_FILES[facet]).map((line) => ({ facet, ...line }))),
    own,
  );
  const scenes = Object.values(SCENE_FILES).flatMap(readLines);
  const families = familiesOf(lines);
  const concepts = conceptsOf(lines, families);
  const byName = new Map(concepts.map((concept) => [concept.name, concept]));
  const meanings: Meanings = { byWords: new Map(), byStems: new Map(), singleWords: new Set(), joined: new Set() };
  // Names come before other phrases, so that a name always leads to its own concept.
  for (const concept of concepts) learn(meanings, concept.name, { concepts: [concept], scene: null });
  for (const { name, phrases } of lines) {
    const concept = byName.get(name);
    if (concept === undefined) continue;
    for (const phrase of phrases) learn(meanings, phrase, { concepts: [concept], scene: null });
  }
  learnScenes(meanings, scenes);
  for (const term of own) learnOwnTerm(meanings, term);
  const beginsWords = once(() => beginningsOf(meanings.byWords.keys(), ({ word }) => word));
  const instrumentPairs = once(() => genresOfInstruments(lines, meanings));
  const beginsStems = once(() => beginningsOf(meanings.byStems.keys(), ({ stem }) => stem));
  return {
    meaning: (words, stems) =>
      (words === "" ? undefined : meanings.byWords.get(words)) ??
      (stems === "" ? undefined : meanings.byStems.get(stems)),
    joins: (words, stems) => meanings.joined.has(words) || meanings.joined.has(stems),
    mayListInstruments: (words, stems) => instrumentPairs().has(stems) && !meanings.byWords.has(words),
    canBegin: (tokens, at) => beginsWords()(tokens, at) || beginsStems()(tokens, at),
    concept: (name) => byName.get(name),
    periods: kindsOf("period", families),
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

function conceptsOf(lines: readonly ConceptLine[], families: Families): Concept[] {
  const endings = once(() => endingsOf(families));
  return lines.map((line) => {
    const kin = once(() => spreadKin(line, families));
    const avoidedKin = once(() => kinToAvoid(line, families, kin()));
    const kinds = once(() => ({ names: kindsOf(line.name, families) }));
    const notKinds = once(() => lookalikesOf(kinds().names, endings()));
    return {
      facet: line.facet,
      name: line.name,
      names: line.phrases.filter((phrase) => !phrase.startsWith("~")),
      get avoidedKin() {
        return avoidedKin();
      },
      get kinds() {
        return kinds().names;
      },
      get notKinds() {
        return notKinds();
      },
      get kin() {
        return kin();
      },
    };
  });
}

interface Meanings {
  readonly byWords: Map<string, Meaning>;
  readonly byStems: Map<string, Meaning>;
  readonly singleWords: Set<string>;
  /** The keys of phrases with "and". */
  readonly joined: Set<string>;
}

const JOINED = /[ -](?:and|&|n|'n'|'n)[ -]|\w(?:&|'n'?)\w/;

/** The first concept and the first scene with a phrase get it. */
function learn(
  { byWords, byStems, singleWords, joined }: Meanings,
  phrase: string,
  meaning: Omit<Meaning, "strength">,
): void {
  const half = phrase.startsWith("~");
  const plain = half ? phrase.slice(1) : phrase;
  const strength = half ? HALF : 1;
  for (const word of plain.split(/[ -]/)) singleWords.add(wordKey(word));
  learnKey(byWords, wordKey(plain), { ...meaning, strength });
  const stems = stemKey(plain);
  if (JOINED.test(plain)) joined.add(wordKey(plain)).add(stems);
  // "Musicals" has the stem "music", which every brief contains.
  if (!isFunctionWord(stems)) learnKey(byStems, stems, { ...meaning, strength });
}

/** Two words joined at the end of a phrase: "drum and bass" in "liquid drum and bass". */
const JOINED_PAIR = /(?:^| )(\S+) (?:and|n) (\S+)$/;

/** Returns the stems of the genres that end in two instruments. */
function genresOfInstruments(lines: readonly ConceptLine[], { byWords, byStems }: Meanings): ReadonlySet<string> {
  const isInstrument = (word = ""): boolean =>
    (byWords.get(wordKey(word)) ?? byStems.get(stemKey(word)))?.concepts[0]?.facet === "instrument";
  const phrases = lines.flatMap(({ facet, name, phrases: others }) => (facet === "genre" ? [name, ...others] : []));
  const pairs = phrases.filter((phrase) => {
    const [, one, other] = JOINED_PAIR.exec(phrase) ?? [];
    return isInstrument(one) && isInstrument(other);
  });
  return new Set(pairs.map(stemKey));
}

function learnScenes(meanings: Meanings, lines: readonly VocabularyLine[]): void {
  const phrases = lines.flatMap(({ name, phrases: others, kin, contraries }) => {
    const scene = { name, wants: kin, against: contraries };
    return [name, ...others].map((phrase) => ({ phrase, scene }));
  });
  for (const { phrase, scene } of phrases) learnScene(meanings, phrase, scene);
  for (const { phrase, scene } of phrases) learnPlurals(meanings, phrase, scene);
}

/**
 * Adds a single word in its exact form and in the plural, but not its stem, because the stems of the many scene words
 * collide: "boxes" and boxing, "elevated" and elevator.
 */
function learnScene(meanings: Meanings, phrase: string, scene: Scene): void {
  if (isSingleWord(phrase)) learnKey(meanings.byWords, wordKey(phrase), { concepts: [], scene, strength: 1 });
  else learn(meanings, phrase, { concepts: [], scene });
}

/** Runs after all words are known, so that a plural never replaces another word. */
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

/** Gives an operator's term all its phrases, even if they meant something else before. */
function learnOwnTerm({ byWords, byStems }: Meanings, { term, aliases = [] }: OwnTerm): void {
  const [concept] = byWords.get(wordKey(term))?.concepts ?? [];
  if (concept === undefined || wordKey(concept.name) !== wordKey(term)) return;
  const meaning = { concepts: [concept], scene: null, strength: 1 };
  for (const phrase of [term, ...aliases]) {
    byWords.set(wordKey(phrase), meaning);
    byStems.set(stemKey(phrase), meaning);
  }
}

function learnKey(meanings: Map<string, Meaning>, key: string, meaning: Meaning): void {
  const known = meanings.get(key);
  if (known === undefined) meanings.set(key, meaning);
  else if (known.scene === null && meaning.scene !== null) meanings.set(key, { ...known, scene: meaning.scene });
}
