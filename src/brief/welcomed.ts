import type { ReadPhrase } from "./refusals.ts";
import type { Passage } from "./passage.ts";

/** How many characters before a phrase its welcome can be. */
const REACH = 60;

/** A refused refusal, up to the phrase: "I'd never say no to a", "can't say no to some". */
const NEVER_NO = [
  /(?<!\p{L})(?:never|wouldn't|won't|can't|cannot|couldn't|hard to) (?:say|said|saying) no to (?:an?|the|some|any|more|a bit of|a little)? ?$/u,
  /(?<!\p{L})(?:never|wouldn't|won't|can't|cannot) (?:turn|turned) down (?:an?|the|some|more)? ?$/u,
  /(?<!\p{L})(?:nie|niemals|nicht|schwer) nein (?:sagen )?zu (?:einem|einer|einem guten|etwas|ein paar)? ?$/u,
  /(?<!\p{L})(?:jamais|pas) non (?:à|au|aux)(?: l['’]| une?| la| du| des)? ?$/u,
  /(?<!\p{L})(?:nunca|jamás|no) (?:diría|diríamos|digo|decimos|diremos) que no (?:a|al)(?: una?| la| unos| unas)? ?$/u,
  /(?<!\p{L})(?:mai|non) (?:direi |diremmo |dico |diciamo )?(?:mai )?di no (?:a|ad|al|alla)(?: una?| un['’])? ?$/u,
  /(?<!\p{L})(?:nunca|jamais|não) (?:diria|diríamos|digo|dizemos|diremos) (?:que )?não (?:a|ao|à)(?: uma?| umas| uns)? ?$/u,
];

/**
 * Turns phrases that look refused into wanted ones where the client says that they are never turned down. The rules and the network
 * only see that something is negated, twice.
 */
export function withWelcomed({ lower, tokens }: Passage, phrases: readonly ReadPhrase[]): readonly ReadPhrase[] {
  return phrases.map((phrase) => {
    if (phrase.polarity >= 0) return phrase;
    const start = tokens[phrase.at]?.start ?? 0;
    const before = lower.slice(Math.max(0, start - REACH), start);
    return NEVER_NO.some((pattern) => pattern.test(before)) ? { ...phrase, polarity: 1 } : phrase;
  });
}
