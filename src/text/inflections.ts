/** A word that another one is made of. `strength` is the share of its meaning that is left. */
export interface Base {
  readonly word: string;
  readonly strength: number;
  /** Comparatives and adverbs are made of adjectives: "darker" of a mood, but no "rocker" of rock. */
  readonly fromAdjective: boolean;
}

const ADJECTIVE_ENDINGS: ReadonlySet<string> = new Set(["er", "est", "ly", "ness", "ingly", "ably", "ibly"]);

/** Shorter stumps are words by chance: "bush" is no kind of "bu". */
const BASE_LENGTH_MIN = 3;
const PREFIXED_LENGTH_MIN = 4;

/**
 * Ending, what may stand in its place, and the strength; the longest endings first. Those of strength 0 say only that
 * the word is spelled right: what it means, its Porter stem has said already, or it means something of its own.
 */
const ENDINGS: readonly (readonly [ending: string, instead: readonly string[], strength: number])[] = [
  ["ically", ["ic", "ical"], 1],
  ["iness", ["y"], 1],
  ["esque", ["", "e"], 0.8],
  ["ingly", ["ing", "e", ""], 1],
  ["iest", ["y"], 1],
  ["like", [""], 0.8],
  ["ness", [""], 1],
  ["ably", ["able"], 1],
  ["ibly", ["ible"], 1],
  ["ies", ["y"], 0],
  ["ier", ["y"], 1],
  ["ily", ["y"], 1],
  ["ing", ["", "e"], 0],
  ["ish", ["", "e"], 0.5],
  ["est", ["", "e"], 1],
  ["ful", [""], 0],
  ["ed", ["", "e"], 0],
  ["er", ["", "e"], 1],
  ["es", ["", "e"], 0],
  ["ly", ["", "le"], 1],
  ["s", [""], 0],
  ["y", ["", "e"], 0.8],
];

/** Parts that strengthen or weaken the word they stand before. */
const PREFIXES: ReadonlyMap<string, number> = new Map([
  ["super", 1.2],
  ["ultra", 1.2],
  ["hyper", 1.2],
  ["mega", 1.2],
  ["uber", 1.2],
  ["extra", 1.2],
  ["neo", 0.9],
  ["semi", 0.6],
  ["quasi", 0.6],
  ["demi", 0.6],
]);

/** What follows a word behind a hyphen and makes it an adjective: "jazz-inspired", "guitar-driven", "bass-heavy". */
const SECOND_PARTS: ReadonlyMap<string, number> = new Map([
  ["inspired", 0.9],
  ["influenced", 0.9],
  ["infused", 0.9],
  ["tinged", 0.6],
  ["tinted", 0.6],
  ["flavored", 0.8],
  ["flavoured", 0.8],
  ["style", 1],
  ["styled", 1],
  ["sounding", 1],
  ["type", 1],
  ["ish", 0.5],
  ["like", 0.8],
  ["esque", 0.8],
  ["driven", 1],
  ["led", 1],
  ["based", 1],
  ["heavy", 1],
  ["laden", 1],
  ["oriented", 0.9],
  ["centric", 1],
  ["leaning", 0.7],
]);

/**
 * The words that a word may be an inflection of, the likeliest first: "darker" of "dark", "folkish" of "folk", half.
 * Most inflections share a Porter stem with their word and are understood by it; these are the ones that do not.
 */
export function basesOf(word: string): Base[] {
  const found: Base[] = [];
  for (const [ending, instead, strength] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stump = word.slice(0, -ending.length);
    if (stump.length < BASE_LENGTH_MIN) continue;
    const fromAdjective = ADJECTIVE_ENDINGS.has(ending);
    for (const end of instead) found.push({ word: stump + end, strength, fromAdjective });
    // "Sadder" of "sad": doubled behind a vowel.
    if (/^[ei]/.test(ending) && /[aeiou]([a-z])\1$/.test(stump))
      found.push({ word: stump.slice(0, -1), strength, fromAdjective });
  }
  for (const [prefix, strength] of PREFIXES) {
    if (word.startsWith(prefix) && word.length - prefix.length >= PREFIXED_LENGTH_MIN)
      found.push({ word: word.slice(prefix.length), strength: Math.min(1, strength), fromAdjective: false });
  }
  return found;
}

/** How much a part before a hyphen strengthens the word after it; undefined for any other word. */
export function prefixStrength(word: string): number | undefined {
  return PREFIXES.get(word);
}

/** What is left of a wish that such a part follows; undefined for any other word. */
export function secondPartStrength(word: string): number | undefined {
  return SECOND_PARTS.get(word);
}
