/**
 * A feature of a text, as a number. Its name is one or more words ("left dark"). The words and beginnings of names are
 * numbered too, so that a feature is put together without making a string.
 */
export type TextFeature = number;

/** What no feature of the model has. It can be put together with anything, and counts as nothing. */
export const UNKNOWN: TextFeature = -1;

export interface FeatureNames {
  /** Returns the number of a name. For names of the code and of the vocabulary, because they are cached. */
  of(name: string): TextFeature;
  /** Returns the number of one word of a client's text. */
  word(word: string): TextFeature;
  /** Returns the number of the name that two others make: "left" and "dark" make "left dark". */
  join(first: TextFeature, second: TextFeature): TextFeature;
}

/** Returns the number of a name and the words of a text after it. */
export function joinWords(names: FeatureNames, first: TextFeature, text: string): TextFeature {
  return text.split(" ").reduce((feature, word) => names.join(feature, names.word(word)), first);
}

/** Adds a feature unless it was added since place `from`. */
export function addOnce(features: TextFeature[], from: number, feature: TextFeature): void {
  if (!features.includes(feature, from)) features.push(feature);
}

/**
 * Returns a function that makes something of the names of a model once: names with a number in them, which would be put
 * together as strings for every segment and phrase.
 */
export function oncePerNames<Value extends object>(
  make: (names: FeatureNames) => Value,
): (names: FeatureNames) => Value {
  const made = new WeakMap<FeatureNames, Value>();
  return (names) => {
    const known = made.get(names);
    if (known !== undefined) return known;
    const value = make(names);
    made.set(names, value);
    return value;
  };
}

/** Returns a function for the number of a name followed by a number: "length 3". It puts each name together once. */
export function countedName(names: FeatureNames, name: string): (count: number) => TextFeature {
  const known = new Map<number, TextFeature>();
  return (count) => {
    const feature = known.get(count) ?? names.of(`${name} ${count}`);
    known.set(count, feature);
    return feature;
  };
}
