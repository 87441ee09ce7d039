import { compoundMeaning } from "./compounds.ts";
import { canBeginForeign, foreignPhrases } from "./foreign-phrases.ts";
import { functionsOf } from "../text/function-words.ts";
import { languagesOf } from "./word-languages.ts";
import { ENGLISH, type Foreign, foreignIn, hasLanguage, type LanguageSet, NO_LANGUAGE } from "../text/language-set.ts";
import type { Passage } from "./passage.ts";
import { translated } from "./translated.ts";
import { canBeginUnambiguous, unambiguousPhrases } from "./unambiguous-phrases.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";
import { meaningsOf } from "./word-meanings.ts";

/**
 * Returns what the words from `at` to before `to` mean. `words` and `stems` are joined as by `wordKey` and `tagKey`. In
 * a sentence of another language that language comes first, because "hell" and "fast" are German there. Elsewhere
 * English comes first, and only phrases without an English word ("saudade") are read as foreign.
 */
export function phraseMeaning(
  passage: Passage,
  at: number,
  to: number,
  words: string,
  stems: string,
  vocabulary: Vocabulary,
): Meaning | undefined {
  const { languages } = passage;
  const lead = passage.lead[at] ?? NO_LANGUAGE;
  const single = to === at + 1 ? passage.tokens[at]?.lexeme : undefined;
  if (lead === NO_LANGUAGE && single?.word === words) {
    const { written, stemmed } = meaningsOf(single, vocabulary);
    return written ?? (stems === "" ? undefined : stemmed) ?? byForms(languages, passage, at, to, vocabulary);
  }
  if (lead === NO_LANGUAGE)
    return (
      vocabulary.meaning(words, "") ??
      unambiguousMeaning(passage, at, to, words, vocabulary) ??
      vocabulary.meaning("", stems) ??
      byForms(languages, passage, at, to, vocabulary)
    );
  const foreign = byWords(lead, words, vocabulary);
  if (foreign !== undefined) return foreign;
  if (single !== undefined && (functionsOf(single) & lead) !== NO_LANGUAGE) return undefined;
  return (
    vocabulary.meaning(words, "") ??
    translated(unambiguousPhrases().get(words), vocabulary) ??
    byForms(languages, passage, at, to, vocabulary) ??
    vocabulary.meaning("", stems) ??
    (single !== undefined && hasLanguage(lead, "de") ? ofCompound(passage, at, vocabulary) : undefined)
  );
}

/** Whether a phrase of several words can begin at a token, in English or in a language of the text. */
export function canBegin({ tokens, languages, foreignStems }: Passage, at: number, vocabulary: Vocabulary): boolean {
  if (vocabulary.canBegin(tokens, at) || canBeginUnambiguous(tokens, at)) return true;
  for (const language of foreignIn(languages))
    if (canBeginForeign(language, tokens, foreignStems.get(language) ?? [], at)) return true;
  return false;
}

function unambiguousMeaning(
  passage: Passage,
  at: number,
  to: number,
  words: string,
  vocabulary: Vocabulary,
): Meaning | undefined {
  const translation = unambiguousPhrases().get(words);
  return translation === undefined || isEnglish(passage, at, to) ? undefined : translated(translation, vocabulary);
}

/** Whether each word is English: "due to" has the same key as "dueto". */
function isEnglish(passage: Passage, at: number, to: number): boolean {
  for (let place = at; place < to; place++) if (!isEnglishAt(passage, place)) return false;
  return true;
}

function isEnglishAt({ tokens }: Passage, at: number): boolean {
  const token = tokens[at];
  return token !== undefined && (languagesOf(token.lexeme) & ENGLISH) !== NO_LANGUAGE;
}

function byWords(languages: LanguageSet, words: string, vocabulary: Vocabulary): Meaning | undefined {
  for (const language of foreignIn(languages)) {
    const found = foreignPhrases()[language].byWords.get(words);
    if (found !== undefined) return translated(found, vocabulary);
  }
  return undefined;
}

function byForms(
  languages: LanguageSet,
  passage: Passage,
  at: number,
  to: number,
  vocabulary: Vocabulary,
): Meaning | undefined {
  if (languages === NO_LANGUAGE) return undefined;
  const single = to === at + 1 ? passage.tokens[at]?.lexeme : undefined;
  for (const language of foreignIn(languages)) {
    if (single !== undefined && hasLanguage(functionsOf(single), language)) continue;
    const found = foreignPhrases()[language].byStems.get(joinedForms(language, passage, at, to));
    if (found !== undefined) return translated(found, vocabulary);
  }
  return undefined;
}

function joinedForms(language: Foreign, passage: Passage, at: number, to: number): string {
  const forms = passage.foreignStems.get(language) ?? [];
  let joined = "";
  for (let place = at; place < to; place++) joined += forms[place] ?? "";
  return joined;
}

function ofCompound(passage: Passage, at: number, vocabulary: Vocabulary): Meaning | undefined {
  const token = passage.tokens[at];
  if (token === undefined) return undefined;
  return compoundMeaning(token.word, (part) => {
    const { byWords: exact, byStems } = foreignPhrases().de;
    return translated(exact.get(part) ?? byStems.get(part), vocabulary) ?? vocabulary.meaning(part, "");
  });
}
