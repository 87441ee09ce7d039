/** A word that another word is derived from. `strength` is the share of its meaning that the derived word keeps. */
export interface Base {
  readonly word: string;
  readonly strength: number;
  /** Whether the ending is an adjective's. "Darker" is derived from a mood, but "rocker" not from rock. */
  readonly fromAdjective: boolean;
}

const ADJECTIVE_ENDINGS: ReadonlySet<string> = new Set(["er", "est", "ly", "ness", "ingly", "ably", "ibly"]);

/** Shorter bases match by chance: "bush" is not derived from "bu". */
const BASE_LENGTH_MIN = 3;
const PREFIXED_LENGTH_MIN = 4;

/**
 * Ending, replacements and strength, the longest endings first. Strength 0 means only that the word is spelled
 * correctly: its Porter stem already gives its meaning, or it has another meaning.
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

/** Prefixes that strengthen or weaken the word after them. */
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

/** Second parts of a hyphenated adjective: "jazz-inspired", "guitar-driven", "bass-heavy". */
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
 * Returns the words that a word may be derived from, the likeliest first: "dark" for "darker", "folk" at half strength
 * for "folkish". Most inflections share a Porter stem with their base and need no entry here.
 */
export function basesOf(word: string): Base[] {
  const found: Base[] = [];
  for (const [ending, instead, strength] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const stump = word.slice(0, -ending.length);
    if (stump.length < BASE_LENGTH_MIN) continue;
    const fromAdjective = ADJECTIVE_ENDINGS.has(ending);
    for (const end of instead) found.push({ word: stump + end, strength, fromAdjective });
    // "Sadder" doubles the last letter of "sad".
    if (/^[ei]/.test(ending) && /[aeiou]([a-z])\1$/.test(stump))
      found.push({ word: stump.slice(0, -1), strength, fromAdjective });
  }
  for (const [prefix, strength] of PREFIXES) {
    if (word.startsWith(prefix) && word.length - prefix.length >= PREFIXED_LENGTH_MIN)
      found.push({ word: word.slice(prefix.length), strength: Math.min(1, strength), fromAdjective: false });
  }
  return found;
}

/** Returns how much a prefix before a hyphen strengthens the next word; undefined for any other word. */
export function prefixStrength(word: string): number | undefined {
  return PREFIXES.get(word);
}

/** Returns the share of a wish that is left before such a second part; undefined for any other word. */
export function secondPartStrength(word: string): number | undefined {
  return SECOND_PARTS.get(word);
}
