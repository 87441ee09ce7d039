import { perLexeme } from "../../text/lexeme.ts";
import { type FeatureNames, oncePerNames, type TextFeature } from "../features/feature-names.ts";
import type { Passage } from "../passage.ts";
import { wordKey } from "./word-key.ts";

/** A passage, with what each of its words counts as in the names of features. */
export interface NumberedPassage {
  readonly passage: Passage;
  readonly names: FeatureNames;
  /** Returns what a token counts as; the empty word beyond the ends of the passage. */
  readonly keyAt: (at: number) => TextFeature;
  /** Returns a name and the word of a token: "left dark". */
  readonly withKey: (name: string, at: number) => TextFeature;
}

export function numbered(passage: Passage, names: FeatureNames): NumberedPassage {
  const keyOf = keyNumbers(names);
  const keys = passage.tokens.map(({ lexeme }) => keyOf(lexeme));
  const none = names.word(wordKey(undefined));
  const keyAt = (at: number): TextFeature => keys[at] ?? none;
  return { passage, names, keyAt, withKey: (name, at) => names.join(names.of(name), keyAt(at)) };
}

/** What a word counts as, kept with its lexeme. */
const keyNumbers = oncePerNames((names) => perLexeme(({ word }) => names.word(wordKey(word))));
