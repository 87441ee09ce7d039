import { beginsWithDigit } from "../text/digits.ts";
import { claim, clientWords, isClaimed, type Passage } from "./passage.ts";
import { isNear } from "../text/tokens.ts";
import { wordSet } from "../text/word-set.ts";

/** A figure with the letter s: seconds, or a decade. */
const FIGURE = /^\d{1,3}s$/;
/** With its number in one word: "2x30s". */
const COUNTED = /^\d{1,2}x\d{1,3}s$/;
/** Figures that are no decades of the vocabulary: "15s", "10s", "120s". */
const ONLY_SECONDS = /^(?:\d{1,3}[1-9]|[1-9]|10|1\d0)s$/;
/** Usual lengths of spots. Other decades ("80s and 90s versions") are never lengths. */
const SPOT_SECONDS: ReadonlySet<string> = new Set("20s 30s 60s 90s".split(" "));

const ITEMS_MAX = 12;
const JOINTS: ReadonlySet<string> = new Set("and und et y e or oder ou o plus sowie".split(" "));

/** Words for what is delivered, before or after a list of lengths. */
const DELIVERED = wordSet(
  `version versions edit edits cut cuts cutdown cutdowns length lengths duration durations deliverables
   deliverable bumper bumpers teaser teasers preroll prerolls tvc tvcs sting stings format formats
   fassung fassungen schnitt schnitte schnittfassungen länge längen versionen
   versión versiones duración duraciones cortes piezas formatos
   durée durées formats montages déclinaisons
   versione versioni durata durate tagli formati
   versão versões duração durações cortes reduções`,
);
/** Words that follow only lengths: "a 60s cutdown", but not "a 60s spot", which can be one of the sixties. */
const CUT_DOWN = wordSet("cutdown cutdowns edit edits bumper bumpers teaser teasers preroll prerolls tvc tvcs");
/** Films, which have lengths only in a list after a colon: "spots: 60s, 30s", but "60s and 90s films" are of decades. */
const FILMS = wordSet("spot spots film films ad ads");
/** Grammar between such a word and the list: "versions of 30s and 20s". */
const LINKS = wordSet("of at are is a à de da di von zu als as und and down");
const LINKS_MAX = 2;

/** A list of figures: tokens `from` to before `to`, with the number of each ("6 x 20s"). */
interface Lengths {
  readonly from: number;
  readonly to: number;
  readonly figures: readonly string[];
  readonly isCounted: boolean;
}

/**
 * Claims the lengths of versions to deliver: "6 x 20s", "10s, 20s and 30s versions". They are neither decades nor a length
 * that the music must have. Returns the client's words. In a short text, a single length ("6 x 20s") stays a constraint,
 * unless it would be read as a decade.
 */
export function readDeliveredLengths(passage: Passage): string[] {
  const found: string[] = [];
  const { tokens } = passage;
  for (let at = 0; at < tokens.length; at++) {
    const lengths = lengthsAt(passage, at);
    if (lengths === null) continue;
    if (isDelivered(passage, lengths)) {
      claim(passage, "logistics", lengths.from, lengths.to);
      found.push(clientWords(passage, tokens[lengths.from]?.start ?? 0, tokens[lengths.to - 1]?.end ?? 0));
    }
    at = lengths.to - 1;
  }
  return found;
}

/** Returns the longest list of figures that begins at a token; null without a figure. */
function lengthsAt(passage: Passage, from: number): Lengths | null {
  const { tokens } = passage;
  const figures: string[] = [];
  let isCounted = false;
  let to = from;
  for (let at = from; figures.length < ITEMS_MAX;) {
    const item = itemAt(passage, at);
    if (item === null) break;
    figures.push(item.figure);
    isCounted ||= item.isCounted;
    to = item.to;
    at = JOINTS.has(tokens[to]?.word ?? "") && tokens[to]?.gap !== "sentence" ? to + 1 : to;
    const gap = tokens[at]?.gap;
    if (gap === undefined || gap === "sentence" || (at === to && gap === "space" && !isSum(passage, at))) break;
  }
  return figures.length === 0 ? null : { from, to, figures, isCounted };
}

interface Item {
  readonly figure: string;
  readonly to: number;
  readonly isCounted: boolean;
}

/** Reads "20s", "6 x 20s", "3x 15s", "2 × 30s" or "2x30s". */
function itemAt(passage: Passage, at: number): Item | null {
  const [first, second, third] = passage.tokens.slice(at, at + 3);
  if (first === undefined || isClaimed(passage, at)) return null;
  const { word } = first;
  if (!beginsWithDigit(word)) return null;
  if (COUNTED.test(word)) return { figure: word.slice(word.indexOf("x") + 1), to: at + 1, isCounted: true };
  if (FIGURE.test(word)) return { figure: word, to: at + 1, isCounted: false };
  if (second === undefined || second.gap === "sentence") return null;
  const isTimes = /^\d{1,2}x$/.test(word) || (/^\d{1,2}$/.test(word) && between(passage, at + 1).includes("×"));
  if (isTimes && FIGURE.test(second.word)) return { figure: second.word, to: at + 2, isCounted: true };
  if (/^\d{1,2}$/.test(word) && second.word === "x" && FIGURE.test(third?.word ?? ""))
    return { figure: third?.word ?? "", to: at + 3, isCounted: true };
  return null;
}

/** Whether "+", "/" or "&" joins a figure with the one before. */
function isSum(passage: Passage, at: number): boolean {
  return /[+/&|]/.test(between(passage, at));
}

function isDelivered(passage: Passage, lengths: Lengths): boolean {
  const { figures, isCounted } = lengths;
  const isShort = passage.parts === null;
  const isOne = figures.length === 1;
  const [only = ""] = figures;
  if (!figures.every((figure) => SPOT_SECONDS.has(figure) || ONLY_SECONDS.test(figure))) return false;
  if (isShort && isOne && only !== "60s" && only !== "90s") return false;
  if (isCounted || (!isOne && figures.some((figure) => ONLY_SECONDS.test(figure)))) return true;
  const named = isOne ? CUT_DOWN : DELIVERED;
  return isBeforeName(passage, lengths.to, named) || isAfterName(passage, lengths, named);
}

/** Whether a word for what is delivered follows the list. */
function isBeforeName({ tokens }: Passage, to: number, named: ReadonlySet<string>): boolean {
  const after = tokens[to];
  return after !== undefined && isNear(after) && named.has(after.word);
}

/**
 * Whether a word for what is delivered comes before the list: "versions of 30s and 20s", "cutdown: 20s". No word follows the
 * list in its clause, or the figures are decades: "versions of 60s and 90s hits".
 */
function isAfterName(passage: Passage, { from, to, figures }: Lengths, named: ReadonlySet<string>): boolean {
  const { tokens } = passage;
  const after = tokens[to];
  if (after !== undefined && isNear(after)) return false;
  const last = tokens[from - 1]?.word ?? "";
  if (between(passage, from).includes(":")) return named.has(last) || (figures.length > 1 && FILMS.has(last));
  if (figures.length === 1 && last !== "of") return false;
  for (let at = from - 1; at >= Math.max(0, from - 1 - LINKS_MAX) && tokens[at + 1]?.gap !== "sentence"; at--) {
    const word = tokens[at]?.word ?? "";
    if (named.has(word)) return true;
    if (!LINKS.has(word)) return false;
  }
  return false;
}

function between({ text, tokens }: Passage, at: number): string {
  return text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start);
}
