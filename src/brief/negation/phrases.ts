import { once } from "../../lib/once.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import { type PhraseTable, phraseTable } from "../../text/phrase-table.ts";
import { fold } from "../../text/words.ts";
import lines from "../words/negations-phrases.txt" with { type: "text" };

const KINDS = ["bare", "reply", "back", "back-want", "include", "ditto"] as const;
const PAIR_KINDS = ["pair", "pair-want"] as const;

/** How a phrase negates; the word file describes each kind. */
export type NegationPhraseKind = (typeof KINDS)[number];

/** The second half of a pair and whether the music before it is wanted. A null half is the end of the sentence. */
export interface PairEnd {
  readonly second: readonly string[] | null;
  readonly isWanted: boolean;
}

interface NegationPhrases {
  readonly byKind: Readonly<Record<NegationPhraseKind, PhraseTable<true>>>;
  readonly pairs: PhraseTable<readonly PairEnd[]>;
  /** The first words of all phrases, to skip most words of a brief quickly. */
  readonly beginnings: ReadonlySet<string>;
}

/** The phrases of all languages. Few of them mean something else in another language. */
export const negationPhrases = once((): NegationPhrases => {
  const byKind: Readonly<Record<NegationPhraseKind, Map<string, true>>> = {
    bare: new Map(),
    reply: new Map(),
    back: new Map(),
    "back-want": new Map(),
    include: new Map(),
    ditto: new Map(),
  };
  const pairs = new Map<string, PairEnd[]>();
  for (const line of dataLines(lines)) {
    const [head = "", list = ""] = line.split("|").map((part) => part.trim());
    const name = head.split(" ")[1] ?? "";
    const kind = KINDS.find((one) => one === name);
    const pairKind = PAIR_KINDS.find((one) => one === name);
    if (kind === undefined && pairKind === undefined)
      throw new Error(`A file of negations has an unknown kind "${name}".`);
    for (const phrase of listed(list)) {
      if (kind !== undefined) byKind[kind].set(fold(phrase), true);
      else {
        const [first = "", second = ""] = phrase.split("…").map((half) => fold(half.trim()));
        const end: PairEnd = { second: second === "." ? null : second.split(" "), isWanted: pairKind === "pair-want" };
        pairs.set(first, [...(pairs.get(first) ?? []), end]);
      }
    }
  }
  return {
    byKind: {
      bare: phraseTable(byKind.bare),
      reply: phraseTable(byKind.reply),
      back: phraseTable(byKind.back),
      "back-want": phraseTable(byKind["back-want"]),
      include: phraseTable(byKind.include),
      ditto: phraseTable(byKind.ditto),
    },
    pairs: phraseTable(pairs),
    beginnings: new Set(
      [...Object.values(byKind), pairs].flatMap((phrases) => Array.from(phrases.keys(), (phrase) => firstWord(phrase))),
    ),
  };
});

function firstWord(phrase: string): string {
  return phrase.split(" ")[0] ?? "";
}
