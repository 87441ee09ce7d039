import { isNear } from "../text/tokens.ts";
import type { Passage } from "./passage.ts";
import type { FoundPhrase } from "./stances/find-phrases.ts";
import type { PhrasePolarity } from "./stances/phrase-polarity.ts";

/** Where a phrase is, and whether it is refused. */
type PlacedPolarity = Pick<FoundPhrase & PhrasePolarity, "at" | "to" | "polarity">;

/** At most this many characters can be between an avoided thing and the words that limit it. */
const REACH = 24;
/** The longest words that limit a refusal. */
const LIMIT_CHARS = 32;

/** Words after an avoided thing that make it a preference: "no drums if possible", "no drums until the chorus". */
const LIMITED = new RegExp(
  String.raw`^[^.;:!?\n]{0,${REACH}}?(?<!\w)(?<limit>${[
    "(?:if|where|when|wherever|whenever) possible|if you can|ideally|preferably",
    "until|till|before the|at (?:first|the (?:start|beginning|end))|in the (?:intro|beginning|first|verses?|chorus|bridge|outro|middle|end)",
    "wenn möglich|wenn es geht|bis (?:zum|zur)|am anfang|zu beginn|im (?:intro|refrain)",
    "si possible|jusqu'(?:aux?|à|en)|au début|dans l'intro",
    "(?:si es|a ser) posible|hasta|al principio|en la intro",
    "se possibile|fino a|all'inizio|nell'intro",
    "se possível|até|no início|na intro",
  ].join("|")})(?!\w)`,
  "iu",
);

/** Words before the little of it that is allowed: "no drums, or at most something brushed". */
const AT_MOST = new RegExp(
  String.raw`^[^.;:!?\n]{0,${REACH}}?(?<!\w)(?:${[
    "or at (?:best|(?:the )?(?:very )?most)|höchstens|allenfalls|tout au plus",
    "como mucho|a lo sumo|al massimo|tutt'al più|quando muito",
  ].join("|")})(?!\w| \d)`,
  "iu",
);

/** Words after the limit that begin another statement: "no drums, if possible and a warm piano". */
const JOINTS: ReadonlySet<string> = new Set("and but und aber y pero et mais e ma mas".split(" "));
/** A limit and the words of its clause are read up to this many words after the avoided thing. */
const CLAUSE_MAX = 24;

/** The words that limit a refusal: their offsets in the text. */
interface Limit {
  readonly start: number;
  readonly end: number;
}

/**
 * Whether words after a refused phrase limit it: "no drums, if possible". They do not if they belong to something else in
 * a later clause: "no guitars, no drums at the end", "no drums, ideally a cello". `number` is the phrase's place in `phrases`.
 */
export function isLimited(passage: Passage, phrases: readonly PlacedPolarity[], number: number): boolean {
  const { lower, tokens } = passage;
  const to = phrases[number]?.to ?? 0;
  const from = tokens[to - 1]?.end ?? lower.length;
  const after = lower.slice(from, from + REACH + LIMIT_CHARS);
  if (AT_MOST.test(after)) return true;
  const match = LIMITED.exec(after);
  if (match === null) return false;
  const end = from + match[0].length;
  return !isOfOther(passage, phrases, number, { start: end - (match.groups?.["limit"] ?? "").length, end });
}

/** Whether a clause between the phrase and the limit, or the clause of the limit, refuses or wants something else. */
function isOfOther(passage: Passage, phrases: readonly PlacedPolarity[], number: number, limit: Limit): boolean {
  const { tokens, claimed } = passage;
  let next = number + 1;
  let isLater = false;
  const first = phrases[number]?.to ?? 0;
  for (let at = first; at < Math.min(tokens.length, first + CLAUSE_MAX); at++) {
    const token = tokens[at];
    if (token === undefined || (token.start >= limit.end && (!isNear(token) || JOINTS.has(token.word)))) return false;
    isLater ||= !isNear(token);
    while ((phrases[next]?.at ?? tokens.length) < at) next++;
    if (!isLater || (token.start >= limit.start && token.start < limit.end)) continue;
    // "Not until the chorus" limits the refusal itself.
    const isBeforeLimit = (tokens[at + 1]?.start ?? limit.start) >= limit.start && token.start < limit.start;
    if (claimed[at] === "negation" && !isBeforeLimit) return true;
    const phrase = phrases[next];
    if (phrase?.at === at && phrase.polarity > 0) return true;
  }
  return false;
}
