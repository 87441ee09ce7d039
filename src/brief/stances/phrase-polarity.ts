import { isCriticised, isEvidence, isTooMuch } from "../attitude-evidence.ts";
import type { AttitudeWords } from "../attitudes.ts";
import { askedShare, isTold, refusedShare } from "../parts/part-shares.ts";
import type { Passage } from "../passage.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import { type Stance, type StanceChances, STANCES } from "./stance.ts";

/** How a phrase counts: 1 if wanted, -1 if refused, between them if less of it is asked for, 0 if it does not count. */
export interface PhrasePolarity {
  readonly polarity: number;
  /** Share of its weight, 0 to 1. */
  readonly share: number;
}

/**
 * How much likelier a stance is that the negation rules see. In a short request they are exact where they see one;
 * where they see none, and in long texts, clients say no in more ways than the rules know.
 */
const NEGATED_REQUEST = 300;
/** About a former suggestion, and with words of complaint: the rules know few of their forms. */
const FORMER_REQUEST = 10;
const COMPLAINING_REQUEST = 16;
/** With words of refusal only: the rules see most of what these refuse. */
const REFUSING_REQUEST = 32;
const LONG_TEXT = 3;
/** The same near a negation or after a label such as "Music:", where the rules are exact. */
const LONG_TEXT_EXACT = 8;
/** The words before and after a phrase in which a negation is near. */
const NEAR_NEGATION = 6;
/** A sentence of so many words is read with its neighbours. */
const FEW_WORDS = 3;

/**
 * How much likelier a refusal is where the rules of a long text see no negation. They show that a phrase is about the music,
 * but little of whether the client wants it. Only for a phrase whose refusal is likelier than an everyday meaning.
 */
const LONG_TEXT_REFUSED = 2;

/** From this chance on, an everyday word of a long text is no wish. */
const EVERYDAY = 0.75;

/** A refusal from this chance on counts in full; a less certain one counts by its chance, lowers scores and excludes nothing. */
const CERTAIN = 0.6;
const PROBABLE = 0.5;
/** In a long text, from this chance on if that is likelier than a wish or a permission: clients refuse in more ways than are known. */
const POSSIBLE = 0.2;

/** Minimum difference between the chances of a wish and of a refusal, and the difference at which the wish counts in full. */
const WANTED_MIN = 0.25;
const LONG_TEXT_WANTED_MIN = 0.4;
const WANTED_FULL = 0.8;
/** The same minimum in a story without a negation: its words name what happens, and its situations imply the music. */
const TOLD_WANTED_MIN = 0.7;

/** "Less strings" asks for fewer strings, not for none. */
const REDUCED = -0.5;

/** A long text with at least this share of direction, such as the description of a track, is read like a request. */
const DIRECTION_MIN = 0.8;

const MUSIC: ReadonlySet<string> = new Set("music musik musique musica tune tunes soundtrack".split(" "));
const DECADE = /^(?:19|20)?\d0s$/;

const NONE: PhrasePolarity = { polarity: 0, share: 0 };

/**
 * Returns how a phrase counts. The stances decide for musical terms. A phrase that only names a scene ("car chase") has
 * the polarity of the negation rules, and counts where the text is about the music; stories are read as situations.
 */
export function phrasePolarity(passage: Passage, phrase: FoundPhrase, found: StanceChances): PhrasePolarity {
  if (phrase.meaning.concepts.length === 0) return scenePolarity(passage, phrase);
  const isRequest = passage.parts === null || passage.parts.direction >= DIRECTION_MIN;
  const rule = ruleAt(passage, phrase.at);
  const isMeant = isDecade(passage, phrase) || isNamedMusic(passage, phrase);
  const chances = !isRequest && isMeant && !isTold(passage, phrase.at) ? request(found) : found;
  if (isRequest && rule === 0) return NONE;
  if (!isRequest && rule === 1 && chances.everyday >= EVERYDAY) return NONE;
  const isNegatedNear = seesNegation(passage, phrase);
  const isExact = isNegatedNear || isLabelled(passage, phrase);
  const read = isRequest
    ? requestChances(passage, phrase, chances, rule)
    : withRule(chances, rule, isExact ? LONG_TEXT_EXACT : LONG_TEXT, isExact ? 1 : unseenFactor(chances));
  if (read.refused >= PROBABLE) return { polarity: -1, share: read.refused >= CERTAIN ? 1 : read.refused };
  if (read.refused + read.reduced >= PROBABLE) return { polarity: REDUCED, share: 1 };
  // Who tells a story refuses nothing in passing.
  const isStory = !isRequest && !isNegatedNear && isTold(passage, phrase.at);
  if (!isRequest && !isStory && read.refused >= POSSIBLE && read.refused > read.wanted + read.allowed)
    return { polarity: -1, share: read.refused };
  const wanted = read.wanted - read.refused - read.reduced / 2;
  if (wanted < (isStory ? TOLD_WANTED_MIN : isRequest ? WANTED_MIN : LONG_TEXT_WANTED_MIN)) return NONE;
  return { polarity: 1, share: isRequest ? 1 : Math.min(1, wanted / WANTED_FULL) };
}

/** Of two decades in figures that a word joins, none has an everyday meaning: "60s and 90s films". */
function isDecade({ tokens }: Passage, { at, to }: FoundPhrase): boolean {
  const isFigure = (place: number): boolean => DECADE.test(tokens[place]?.word ?? "");
  return to === at + 1 && isFigure(at) && (isFigure(at - 2) || isFigure(at + 2));
}

/** "It should be happy music": what describes the word for music is about the music. */
function isNamedMusic({ tokens }: Passage, { to }: FoundPhrase): boolean {
  return tokens[to]?.gap === "space" && MUSIC.has(tokens[to]?.word ?? "");
}

function unseenFactor({ refused, everyday }: StanceChances): number {
  return refused > everyday ? LONG_TEXT_REFUSED : 1;
}

/** Returns the chances in a request. What it criticises is refused, and what is too much is reduced. If the negation rules see nothing, and no word refuses or criticises, nothing is refused. */
function requestChances(passage: Passage, phrase: FoundPhrase, chances: StanceChances, rule: number): StanceChances {
  if (rule !== 1) return withRule(chances, rule, NEGATED_REQUEST);
  const asked = request(chances);
  if (isCriticised(passage, phrase)) return withRule(asked, -1, NEGATED_REQUEST);
  if (isTooMuch(passage, phrase)) return withRule(asked, REDUCED, NEGATED_REQUEST);
  if (passage.attitudes.some((words) => isComplaint(words) && isEvidence(passage, words))) {
    const isOfFormer = passage.attitudes.some(({ attitude }) => attitude === "former");
    return withRule(asked, rule, isOfFormer ? FORMER_REQUEST : COMPLAINING_REQUEST);
  }
  if (passage.attitudes.some((words) => isRefusal(words) && isEvidence(passage, words)))
    return withRule(asked, rule, REFUSING_REQUEST);
  return { ...asked, wanted: asked.wanted + asked.refused + asked.reduced, refused: 0, reduced: 0 };
}

/**
 * Whether the rules see a negation near a phrase in its sentence: what they leave outside its scope, they take for wanted. A
 * sentence of a few words belongs to its neighbours: "Piano: love. Organ: hate."
 */
function seesNegation({ tokens, claimed, polarity }: Passage, { at, to }: FoundPhrase): boolean {
  const ends = (place: number): boolean => place >= tokens.length || tokens[place]?.gap === "sentence";
  let from = at;
  while (from > Math.max(0, at - NEAR_NEGATION) && !ends(from)) from--;
  let end = to;
  while (end < to + NEAR_NEGATION && !ends(end)) end++;
  if (end - from <= FEW_WORDS && ends(from) && ends(end)) {
    from = Math.max(0, at - NEAR_NEGATION);
    end = Math.min(tokens.length, to + NEAR_NEGATION);
  }
  for (let near = from; near < end; near++) if (claimed[near] === "negation" || polarity[near] !== 1) return true;
  return false;
}

/** Whether the sentence of a phrase begins with a label that announces music, and only asks for some: "Music: dark, with taiko." */
function isLabelled({ tokens, attitudes }: Passage, { at }: FoundPhrase): boolean {
  let from = at;
  while (from > 0 && tokens[from]?.gap !== "sentence") from--;
  let end = at + 1;
  while (end < tokens.length && tokens[end]?.gap !== "sentence") end++;
  const isHeaded = attitudes.some(
    (words) =>
      words.attitude === "music" && words.from === from && words.to <= at && tokens[words.to]?.gap === "clause",
  );
  return (
    isHeaded &&
    !attitudes.some((words) => words.from >= from && words.to <= end && (isComplaint(words) || isRefusal(words)))
  );
}

function isComplaint({ attitude }: AttitudeWords): boolean {
  return attitude === "complain" || attitude === "former";
}

function isRefusal({ attitude }: AttitudeWords): boolean {
  return attitude === "refuse" || attitude === "reduce";
}

/** Returns the polarity that the negation rules see: 1 for none. "Non-aggressive" is a negation by itself. */
function ruleAt({ tokens, polarity }: Passage, at: number): number {
  return tokens[at]?.gap === "hyphen" && tokens[at - 1]?.word === "non" ? -1 : (polarity[at] ?? 1);
}

/** In a short text, which is a request, nothing is everyday unless it is negated: "she never smiled again". */
function request(chances: StanceChances): StanceChances {
  return { ...chances, wanted: chances.wanted + chances.everyday, everyday: 0 };
}

/**
 * Multiplies the odds of the stance that the negation rules see by a factor, and those of a refusal where they see none by
 * another.
 */
function withRule(chances: StanceChances, rule: number, factor: number, unseenRefusal = 1): StanceChances {
  const seen: Stance = rule <= -1 ? "refused" : rule < 0 ? "reduced" : rule === 0 ? "allowed" : "wanted";
  const factorOf = (stance: Stance): number =>
    stance === seen ? factor : stance === "refused" && seen === "wanted" ? unseenRefusal : 1;
  const sum = STANCES.reduce((total, stance) => total + chances[stance] * factorOf(stance), 0);
  const share = (stance: Stance): number => (chances[stance] * factorOf(stance)) / sum;
  return {
    wanted: share("wanted"),
    refused: share("refused"),
    reduced: share("reduced"),
    allowed: share("allowed"),
    everyday: share("everyday"),
  };
}

function scenePolarity(passage: Passage, { at }: FoundPhrase): PhrasePolarity {
  const polarity = passage.polarity[at] ?? 1;
  return { polarity, share: polarity < 0 ? refusedShare(passage, at) : askedShare(passage, at) };
}
