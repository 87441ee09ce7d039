import { FACETS, type Facet } from "../../schema/song.ts";
import type { Kin } from "../../schema/brief.ts";
import { once } from "./once.ts";
import { tagKey, wordKey } from "./text.ts";
import characteristics from "./vocabulary/characteristic.txt" with { type: "text" };
import genres from "./vocabulary/genre.txt" with { type: "text" };
import instruments from "./vocabulary/instrument.txt" with { type: "text" };
import moods from "./vocabulary/mood.txt" with { type: "text" };
import { SCENE_FILES } from "./vocabulary/scenes.ts";
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
  /**
   * What a phrase means: by its words as they are, else by their stems, each joined as `wordKey` and `tagKey` join them.
   * Words come first, because "convent" and "convention" share a stem.
   */
  meaning(words: string, stems: string): Meaning | undefined;
  /** Only by the words as they are. */
  exactly(words: string): Meaning | undefined;
  concept(name: string): Concept | undefined;
  readonly phraseWordsMax: number;
}

const HALF = 0.5;

/** What a concept's other names are worth beside its own. */
const NAMES = 0.95;

const PHRASE_WORDS_MAX = 5;

export const vocabulary = once(() => readVocabulary());

interface Line {
  readonly name: string;
  readonly phrases: readonly string[];
  readonly kin: readonly Kin[];
  /** The kin marked ^, of which this is a kind. */
  readonly family: Kin | null;
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
  const families = familiesOf(lines);
  const meanings: Meanings = { byWords: new Map(), byStems: new Map() };
  const concepts = new Map<string, Concept>();

  for (const line of lines) {
    const { facet, name } = line;
    const kin = once(() => spreadKin(line, families));
    const concept: Concept = {
      facet,
      name,
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
  for (const { name, phrases, kin, contraries } of Object.values(SCENE_FILES).flatMap(readLines)) {
    const scene = { name, wants: kin, against: contraries };
    for (const phrase of [name, ...phrases]) learn(meanings, phrase, { concepts: [], scene });
  }
  for (const { name, phrases } of readLines(foreign)) {
    const meaning = meanings.byWords.get(wordKey(name));
    if (meaning === undefined) throw new Error(`foreign-concepts.txt names "${name}", which no vocabulary file has.`);
    for (const phrase of phrases) learn(meanings, phrase, meaning);
  }
  return {
    exactly: (words) => meanings.byWords.get(words),
    meaning: (words, stems) => meanings.byWords.get(words) ?? meanings.byStems.get(stems),
    concept: (name) => concepts.get(name),
    phraseWordsMax: PHRASE_WORDS_MAX,
  };
}

interface Meanings {
  readonly byWords: Map<string, Meaning>;
  readonly byStems: Map<string, Meaning>;
}

/** The first concept and the first scene to claim a phrase have it. */
function learn({ byWords, byStems }: Meanings, phrase: string, meaning: Omit<Meaning, "strength">): void {
  const half = phrase.startsWith("~");
  const plain = half ? phrase.slice(1) : phrase;
  const strength = half ? HALF : 1;
  learnKey(byWords, wordKey(plain), { ...meaning, strength });
  learnKey(byStems, tagKey(plain), { ...meaning, strength });
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
