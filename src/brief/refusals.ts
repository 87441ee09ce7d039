import type { ExcludedFacet } from "../../schema/brief.ts";
import type { Facet } from "../../schema/song.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { wordKey } from "../text/keys.ts";
import { ENGLISH, hasLanguage, type Language, NO_LANGUAGE } from "../text/language-set.ts";
import { wordSet } from "../text/word-set.ts";
import { isEvidence } from "./attitude-evidence.ts";
import { excludedFacet } from "./exclusions.ts";
import { isLimited } from "./limited-refusals.ts";
import { LEADING } from "./negation/scope.ts";
import { isTold } from "./parts/part-shares.ts";
import { isClaimed, type Passage } from "./passage.ts";
import type { FoundPhrase } from "./stances/find-phrases.ts";
import type { PhrasePolarity } from "./stances/phrase-polarity.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";
import { languagesOfWord } from "./word-languages.ts";

/** A phrase with its polarity: above 0 if wanted, below 0 if refused. */
export type ReadPhrase = FoundPhrase & PhrasePolarity;

/** How a refused phrase counts. */
export interface PhraseRefusal {
  /** Share of its weight. */
  readonly share: number;
  /** Whether it can be an exclusion: nothing narrows it to some instruments or songs, or to a place in the song. */
  readonly isPlain: boolean;
}

const QUALIFIED: PhraseRefusal = { share: 0.7, isPlain: false };
const PLAIN: PhraseRefusal = { share: 1, isPlain: true };

/** How many characters before a phrase "there were no" can be, and the words for it. */
const TOLD_REACH = 70;
const THERE_WAS =
  /(?<!\p{L})(?:there (?:was|were|had been)|gab es|n['’]y (?:avait|eut)|no (?:hubo|había)|non c['’]era(?:no)?|não (?:houve|havia))(?!\p{L})[^.;:!?\n]*$/u;

/** "In the last", before a phrase, and its greatest length. */
const IN_THE_LAST =
  /(?<!\p{L})(?:in|during|at|after|before) the (?:very )?(?:first|second|third|fourth|last|next|final|opening|closing) $/u;
const PLACE_REACH = 30;

/** Words before and after a refused phrase among which something must refuse or criticise. */
const SAID_REACH = 15;

/** Parts of what an instrument plays: "no piano single notes" allows a piano that plays chords. */
const PLAYED = wordSet(
  `note notes chord chords arpeggio arpeggios arpeggiated lick licks riff riffs run runs fill fills roll rolls hit hits stab stabs swell
   swells strum strums strumming bend bends slide slides trill trills pluck plucks line lines lead leads motif motifs melody melodies
   ostinato ostinatos glissando glissandos flourish flourishes solo solos drop drops
   nota notas acorde acordes arpegio arpegios solos solo melodía melodías fraseo
   accord accords notes arpège arpèges mélodie mélodies
   assolo assoli accordo accordi arpeggi melodia melodie
   arpejo arpejos melodias
   noten akkorde läufe melodien`,
);
/** The same at the end of a German word: "Klaviernoten". */
const PLAYED_COMPOUND = /\p{L}(?:noten?|akkorde?|laufe|melodien?|riffs?)$/u;
/** Words between an instrument and the part that it plays: "piano single notes", "notas sueltas de piano". */
const PLAYED_REACH = 2;
/** Grammar that can be among them. */
const NUMBERS = wordSet("single one two");

/** Words that begin a refused thing. Verbs come after other words: "don't play drums". */
const DETERMINERS = wordSet(
  "no without zero any the those that kein keine keinen keiner keinem ohne das die der den nessun nessuna aucun aucune ningún ninguna nenhum nenhuma",
);
/** Words that stress a refusal, and do not narrow it. */
const EMPHATIC = wordSet(
  "bloody damn damned goddamn fucking freaking effing stupid actual audible single additional extra form kind verdammtes blödes einziges",
);
const QUALIFIERS_MAX = 2;

const ROMANCE: readonly Language[] = ["es", "fr", "it", "pt"];
/** Words between a thing and its quality in these languages: "piano muy triste", "piano de bar". */
const LINKS = wordSet(
  "muy très trop molto troppo muito demasiado tan tão si plus più más mais bien bem de di da do del della du des d à tipo",
);

/** Returns how a refused phrase counts. `phrases` are those of the passage that count, `number` is its place there. */
export function refusalOf(
  passage: Passage,
  phrases: readonly ReadPhrase[],
  number: number,
  vocabulary: Vocabulary,
): PhraseRefusal {
  const phrase = phrases[number];
  if (phrase === undefined || phrase.polarity > 0) return PLAIN;
  const [before, after] = [phrases[number - 1], phrases[number + 1]];
  const isThing = thingOf(phrase, vocabulary) !== null;
  if (isThing) {
    if (before !== undefined && isQuality(before) && isNext(passage, before, phrase)) return QUALIFIED;
    if (after !== undefined && isQuality(after) && isQualifiedBy(passage, phrase, after)) return QUALIFIED;
    if (isPlayedPart(passage, phrase)) return QUALIFIED;
  }
  const isOfKind =
    (before !== undefined && isKindOf(passage, before, phrase, vocabulary)) ||
    (after !== undefined && isKindOf(passage, phrase, after, vocabulary));
  const isNarrow = isOfKind || (isThing && isDescribed(passage, phrase));
  const isOther = isLimited(passage, phrases, number) || isOfStory(passage, phrase) || isPlace(passage, phrase);
  return { share: 1, isPlain: !isNarrow && !isOther && isSaid(passage, phrase) };
}

/**
 * Joins refused things with the quality after them where the vocabulary has the narrower concept: "batería electrónica" is
 * electronic drums. Only in languages whose adjectives follow.
 */
export function joinQualities(
  passage: Passage,
  phrases: readonly ReadPhrase[],
  vocabulary: Vocabulary,
): readonly ReadPhrase[] {
  const joined: ReadPhrase[] = [];
  for (let number = 0; number < phrases.length; number++) {
    const [phrase, after] = [phrases[number], phrases[number + 1]];
    if (phrase === undefined) continue;
    const meaning = after === undefined ? null : narrower(passage, phrase, after, vocabulary);
    if (after === undefined || meaning === null) joined.push(phrase);
    else {
      joined.push({ ...phrase, to: after.to, meaning });
      number++;
    }
  }
  return joined;
}

function narrower(passage: Passage, thing: ReadPhrase, quality: ReadPhrase, vocabulary: Vocabulary): Meaning | null {
  if (facetOf(thing) !== "instrument" || !isQualifiedBy(passage, thing, quality)) return null;
  const [named, kind] = [thing.meaning.concepts[0], quality.meaning.concepts[0]];
  if (named === undefined || kind === undefined) return null;
  const meaning = vocabulary.meaning(wordKey(`${kind.name} ${named.name}`), "");
  return meaning !== undefined && meaning.concepts[0]?.facet === "instrument" ? { ...meaning, scene: null } : null;
}

/** Whether one phrase follows the other after a space. */
function isNext({ tokens }: Passage, before: ReadPhrase, phrase: ReadPhrase): boolean {
  return before.to === phrase.at && tokens[phrase.at]?.gap === "space";
}

/** Whether a quality follows a refused thing and is refused with it: "pianoforte malinconico". */
function isQualifiedBy(passage: Passage, thing: ReadPhrase, quality: ReadPhrase): boolean {
  if (thing.polarity >= 0 || quality.polarity >= 0) return false;
  const between = passage.tokens.slice(thing.to, quality.at + 1);
  if (between.length > 2 || !between.every(({ gap }) => gap === "space")) return false;
  if (between.length === 2 && !LINKS.has(between[0]?.word ?? "")) return false;
  const lead = passage.lead[thing.at] ?? NO_LANGUAGE;
  const languages = languagesOfWord(passage.tokens[quality.at]?.word ?? "");
  const isForeign = (languages & ENGLISH) === NO_LANGUAGE;
  return ROMANCE.some((one) => hasLanguage(lead, one) || (isForeign && hasLanguage(languages, one)));
}

/**
 * Whether two refused things are one: "no trap drums" refuses neither all trap nor all drums, and "no 80s rock" neither all
 * rock nor the 80s.
 */
function isKindOf(passage: Passage, first: ReadPhrase, second: ReadPhrase, vocabulary: Vocabulary): boolean {
  if (first.polarity >= 0 || second.polarity >= 0) return false;
  const [one, other] = [thingOf(first, vocabulary), thingOf(second, vocabulary)];
  if (one === null || other === null || one === other) return false;
  if (one === "instrument") return isQualifiedBy(passage, first, second);
  return isNext(passage, first, second);
}

/** Whether words that the vocabulary lacks describe a thing: "no tinkly piano", "kein klimperndes Klavier". */
function isDescribed(passage: Passage, { at }: ReadPhrase): boolean {
  const { tokens } = passage;
  let first = at;
  while (first > 0 && at - first < QUALIFIERS_MAX && tokens[first]?.gap === "space" && isUnread(passage, first - 1))
    first--;
  if (first === at || tokens[first]?.gap !== "space") return false;
  return DETERMINERS.has(tokens[first - 1]?.word ?? "");
}

function isUnread(passage: Passage, at: number): boolean {
  const word = passage.tokens[at]?.word ?? "";
  if (isClaimed(passage, at) || (passage.polarity[at] ?? 1) >= 0) return false;
  return (
    !isFunctionWord(word, passage.languages) && !LEADING.has(word) && !EMPHATIC.has(word) && !DETERMINERS.has(word)
  );
}

/** Whether only a part of what an instrument plays is refused: "piano single notes", "notas de piano", "strumming". */
function isPlayedPart(passage: Passage, phrase: ReadPhrase): boolean {
  if (facetOf(phrase) !== "instrument") return false;
  const { tokens, languages } = passage;
  const last = tokens[phrase.to - 1]?.word ?? "";
  if (PLAYED_COMPOUND.test(last) || (PLAYED.has(last) && !isNameOf(phrase, last))) return true;
  for (let at = phrase.to; at <= phrase.to + PLAYED_REACH; at++) {
    const token = tokens[at];
    if (token === undefined || token.gap !== "space") break;
    if (PLAYED.has(token.word)) return true;
    if (isFunctionWord(token.word, languages) && !NUMBERS.has(token.word)) break;
  }
  return LINKS.has(tokens[phrase.at - 1]?.word ?? "") && isAfterPlayed(passage, phrase.at - 1);
}

/** Whether the word is in the name of the concept: "piano chords" is a concept, but "strumming" means the guitar. */
function isNameOf({ meaning }: ReadPhrase, word: string): boolean {
  return meaning.concepts[0]?.name.includes(word.replace(/s$/u, "")) === true;
}

function isAfterPlayed({ tokens, languages }: Passage, link: number): boolean {
  for (let at = link - 1; at >= Math.max(0, link - 1 - PLAYED_REACH) && tokens[at + 1]?.gap === "space"; at--) {
    const word = tokens[at]?.word ?? "";
    if (PLAYED.has(word)) return true;
    if (isFunctionWord(word, languages)) return false;
  }
  return false;
}

/** Whether a long text tells that something was not there: in a part that is a story, or "there were no drums that year". */
function isOfStory(passage: Passage, { at }: ReadPhrase): boolean {
  if (passage.parts === null) return false;
  const start = passage.tokens[at]?.start ?? 0;
  return isTold(passage, at) || THERE_WAS.test(passage.lower.slice(Math.max(0, start - TOLD_REACH), start));
}

/** Whether a phrase is a place in the film: "there are no voices in the last reel". */
function isPlace({ lower, tokens }: Passage, { at }: ReadPhrase): boolean {
  const start = tokens[at]?.start ?? 0;
  return IN_THE_LAST.test(lower.slice(Math.max(0, start - PLACE_REACH), start));
}

/**
 * Whether something near a phrase refuses or criticises. Without such words, a refusal is a guess, which lowers songs and
 * excludes none.
 */
function isSaid(passage: Passage, { at }: ReadPhrase): boolean {
  const { attitudes, polarity } = passage;
  if ((polarity[at] ?? 1) < 0) return true;
  let low = 0;
  let high = attitudes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((attitudes[middle]?.from ?? 0) < at - SAID_REACH) low = middle + 1;
    else high = middle;
  }
  for (let one = attitudes[low]; one !== undefined && one.from <= at + SAID_REACH; one = attitudes[++low])
    if ((one.attitude === "refuse" || one.attitude === "complain") && isEvidence(passage, one)) return true;
  return false;
}

function isQuality(phrase: ReadPhrase): boolean {
  const facet = facetOf(phrase);
  return facet === "mood" || facet === "characteristic";
}

/** Returns the kind of thing that a phrase means; null if it cannot be excluded. Any voice counts as an instrument. */
function thingOf({ meaning }: ReadPhrase, vocabulary: Vocabulary): ExcludedFacet | null {
  const [concept] = meaning.concepts;
  if (concept === undefined) return null;
  return concept.facet === "instrument" || concept.facet === "genre"
    ? concept.facet
    : excludedFacet(concept, vocabulary);
}

function facetOf({ meaning }: ReadPhrase): Facet | undefined {
  return meaning.concepts[0]?.facet;
}
