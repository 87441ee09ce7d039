/** The most expensive briefs that a key can send: as long as a text can be, and nearly every word is in the vocabulary. */
import { fixedRate } from "./load-loops.ts";
import { type Random, randomFrom } from "../lib/random.ts";
import { type Lexicon, pick } from "./ranking/catalog.ts";
import { post, searchBody } from "./search-client.ts";

/** The length of a query, and of a context. */
const TEXT_LENGTH = 2_000;
const SEED = 11;

const NEGATIONS = ["no", "not", "without", "never", "anything but", "less", "nothing like", "rather not"];
const NAMES = ["like", "in the style of", "songs by", "similar to", "between"];
const FOREIGN =
  "una noche triste sin voces con guitarra y batería avec des cordes douces mais pas de piano die Verfolgungsjagd durch dunkle Straßen ohne Gesang mit leiser Klaviermusik una scena al tramonto senza parole uma festa na praia com violão";

/** The kinds of pieces, with the share of each. */
const PIECES: readonly (readonly [share: number, make: (lexicon: Lexicon, random: Random) => string])[] = [
  [0.3, (lexicon, random) => `${known(lexicon, random)} `],
  [0.2, (lexicon, random) => `${misspelt(known(lexicon, random), random)} `],
  [0.15, (lexicon, random) => `${pick(NEGATIONS, random)} ${known(lexicon, random)}, `],
  [0.15, (_, random) => `${pick(FOREIGN.split(" "), random)} `],
  [0.1, (lexicon, random) => `${pick(lexicon.words, random)} `],
  [0.05, (lexicon, random) => `${pick(NAMES, random)} ${capital(pick(lexicon.words, random))}. `],
  [0.05, (_, random) => `${60 + Math.floor(random() * 120)} bpm. `],
];

export interface DenseBrief {
  readonly query: string;
  readonly context: string;
}

/** Returns dense brief number `number`. Each number gives another brief. */
export function denseBrief(lexicon: Lexicon, number: number): DenseBrief {
  const random = randomFrom(SEED + number);
  return { query: denseText(lexicon, random), context: denseText(lexicon, random) };
}

/** Sends dense briefs at a fixed rate until it is stopped. `stop` returns the number of answers by status. */
export function sendDenseBriefs(sending: {
  readonly url: string;
  readonly token: string;
  readonly lexicon: Lexicon;
  /** A second. */
  readonly rate: number;
  readonly callback: string;
  /** The number of the first brief. */
  readonly from: number;
}): { stop(): Promise<ReadonlyMap<number, number>> } {
  const over = new AbortController();
  const answers = new Map<number, number>();
  let number = sending.from;
  const send = async (): Promise<void> => {
    const { query, context } = denseBrief(sending.lexicon, number++);
    const response = await post(sending.url, sending.token, searchBody(query, sending.callback, "", context));
    await response.arrayBuffer();
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
  };
  const sendingAll = (async () => {
    while (!over.signal.aborted) await fixedRate(sending.rate, 1, send);
  })();
  return {
    stop: async () => {
      over.abort();
      await sendingAll;
      return answers;
    },
  };
}

function denseText(lexicon: Lexicon, random: Random): string {
  let text = "";
  while (text.length < TEXT_LENGTH) {
    let left = random();
    const piece = PIECES.find(([share]) => (left -= share) < 0) ?? PIECES[0];
    text += piece?.[1](lexicon, random) ?? "";
  }
  return text.slice(0, TEXT_LENGTH);
}

function known(lexicon: Lexicon, random: Random): string {
  const lists = [...Object.values(lexicon.tags), lexicon.scenes];
  return pick(lists[Math.floor(random() * lists.length)] ?? [], random);
}

/** One letter too few, or two in the wrong order. */
function misspelt(words: string, random: Random): string {
  const at = 1 + Math.floor(random() * Math.max(1, words.length - 3));
  const swapped = `${words[at + 1] ?? ""}${words[at] ?? ""}${words.slice(at + 2)}`;
  return words.slice(0, at) + (random() < 0.5 ? words.slice(at + 1) : swapped);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
