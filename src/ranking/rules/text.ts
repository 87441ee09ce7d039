import type { Brief, TextTerm } from "../../../schema/brief.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import { words } from "../../text/words.ts";
import { kinShare } from "../named-wishes.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type Ask, type AskTerm, type Rule, soughtWord } from "../rule.ts";

/** A rare word in a title or a house tag is worth a wish; a common one nearly nothing. */
const TEXT_WEIGHT = 1.35;

/** A word to keep away from costs more than the same word earns. */
const AGAINST = 2;

/** Lengths, tempi and years are read elsewhere. */
const NUMBER = /^\d{1,3}$/;

/** What the very words of a wish are worth in a text, beside the wish itself. */
const SAID_WEIGHT = 0.5;

/** How much more they are worth in a brief that describes a whole piece: it says exactly what is there. */
const DESCRIBED = 1.2;

/** The words as they were said, in titles, names, tags, descriptions and lyrics. */
export const textRule: Rule = {
  name: "text",
  prepare: (index, brief) => ({
    asks: [...brief.text.map((term) => askFor(index, term)), ...saidWords(index, brief)],
  }),
};

function askFor(index: RankingIndex, { word, weight }: TextTerm): Ask {
  const terms = termsFor(index, word);
  const frequency = Math.max(0, ...terms.map(({ term }) => index.frequency(term)));
  const telling = weight * TEXT_WEIGHT * rarity(frequency, index.songCount);
  return {
    weight: weight > 0 ? telling : telling * AGAINST,
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

/** Every word that was said once, so that of two songs tagged alike the one that says it stands first. */
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
  const worth = SAID_WEIGHT * (1 + DESCRIBED * (1 - kinShare(brief)));
  return [...said].flatMap(([word, weight]): Ask[] => {
    const term = index.word(word);
    if (term < 0) return [];
    const telling = weight * worth * rarity(index.frequency(term), index.songCount);
    const shown = { term, part: 1, shows: "word", name: word } as const;
    return [{ weight: telling, share: 0, sought: soughtWord(word), terms: [shown] }];
  });
}
