import type { Brief, TextTerm } from "../../../schema/brief.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import { words } from "../../text/words.ts";
import { kinShare } from "../named-wishes.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Ask, type AskTerm, type Rule, soughtWord } from "../rule.ts";

/** Weight of a rare word, compared with a plain wish. A common word weighs next to nothing. */
const TEXT_WEIGHT = 1.35;

/** Cost of an avoided word, compared with what it would earn. */
const AGAINST = 2;

/** Short numbers are lengths, tempos and years, which constraints read. */
const NUMBER = /^\d{1,3}$/;

/** Weight of a wish's exact words in a text, compared with the wish. */
const SAID_WEIGHT = 0.5;

/** The most that a brief describing a whole piece adds to that weight. */
const DESCRIBED = 1.2;

/** Finds the words of the brief in titles, names, tags, descriptions and lyrics. */
export const textRule: Rule = {
  name: "text",
  prepare: (index, brief) => ({
    asks: [...brief.text.map((term) => askFor(index, term)), ...saidWords(index, brief)],
  }),
};

function askFor(index: RankingIndex, { word, weight }: TextTerm): Ask {
  const terms = termsFor(index, word);
  const frequency = Math.max(0, ...terms.map(({ term }) => index.frequency(term)));
  const rareWeight = weight * TEXT_WEIGHT * rarity(frequency, index.songCount);
  return {
    weight: weight > 0 ? rareWeight : rareWeight * AGAINST,
    share: Math.max(0, weight) * 0.25,
    sought: soughtWord(word),
    terms,
  };
}

function termsFor(index: RankingIndex, word: string): AskTerm[] {
  const found: AskTerm[] = [];
  const tag = index.tag(word);
  if (tag >= 0) found.push({ term: tag, part: 1, shows: "tag", name: word });
  const parts = words(word);
  parts.forEach((part, at) => {
    const term = index.word(part);
    const whole = at === parts.length - 1;
    if (term >= 0) found.push({ term, part: whole ? 1 : 0.4, shows: "word", name: part });
  });
  return found;
}

/** Returns an ask for each word of the brief, so that of songs with equal tags those with the word come first. */
function saidWords(index: RankingIndex, brief: Brief): Ask[] {
  const left = new Set(brief.text.map(({ word }) => word));
  const said = new Map<string, number>();
  for (const run of brief.said) {
    if (run.negated) continue;
    for (const word of run.words) {
      if (left.has(word) || isFunctionWord(word) || NUMBER.test(word)) continue;
      said.set(word, Math.max(said.get(word) ?? 0, run.weight));
    }
  }
  const worth = SAID_WEIGHT * (1 + DESCRIBED * (1 - kinShare(index, brief)));
  return [...said].flatMap(([word, weight]): Ask[] => {
    const term = index.word(word);
    if (term < 0) return [];
    const rareWeight = weight * worth * rarity(index.frequency(term), index.songCount);
    const shown = { term, part: 1, shows: "word", name: word } as const;
    return [{ weight: rareWeight, share: 0, sought: soughtWord(word), terms: [shown] }];
  });
}
