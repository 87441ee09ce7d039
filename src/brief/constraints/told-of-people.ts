import { musicIn } from "../negation/mark-music.ts";
import type { Passage } from "../passage.ts";

/** A pronoun for people that begins a clause. "Il faut" is a demand. */
const PRONOUN =
  /^(?:(?:and|then|as|while|when|where|und|dann|et|y|e|ed) )?(?:she|he|they|er|sie|elles?|ils|il(?! (?:faut|nous|me|en|y|n|ne) )|él|ellas?|ellos|lui|lei|eles?|elas?) /u;

/** Verbs of saying and duty, after which a refusal is a demand: "my boss says no swearing", "they can play it without swearing". */
const DEMANDING = new RegExp(
  `(?<!\\p{L})(?:${[
    "says?|said|asks?|asked|tells|told|insists?|demands?|expects?|can|could|must|should|may|have to|has to",
    "singt|singen|rappt|rappen|sagt|sagte|bittet|verlangt|kann|können|muss|müssen|soll|sollen|sollte|ist|sind",
    "dit|demande|exige|peut|peuvent|doit|doivent|est|sont|soit|soient",
    "dice|pide|puede|pueden|debe|deben|tiene que|tienen que",
    "chiede|può|possono|deve|devono",
    "diz|pede|pode|podem|devem",
  ].join("|")})(?!\\p{L})`,
  "u",
);

/**
 * Whether the clause before a token tells what people do: "a man walks without insults". A clause that names music, a wish
 * or a duty is a demand.
 */
export function isToldOfPeople(passage: Passage, at: number): boolean {
  const { tokens, lower, attitudes } = passage;
  let start = at;
  while (start > 0 && (tokens[start]?.gap === "space" || tokens[start]?.gap === "hyphen")) start--;
  const clause = lower.slice(tokens[start]?.start ?? 0, tokens[at]?.start ?? 0);
  const within = attitudes.filter(({ from, to }) => from >= start && to <= at);
  if (DEMANDING.test(clause) || within.some(({ attitude }) => attitude === "want" || attitude === "music"))
    return false;
  if (musicIn(passage, start, at).some(({ facet }) => facet === "instrument" || facet === "genre")) return false;
  const told = within.filter(({ attitude }) => attitude === "story");
  return PRONOUN.test(clause) || told.some(({ to }) => told.some(({ from }) => from === to));
}
