import type { Token } from "../../text/tokens.ts";
import type { Passage } from "../passage.ts";
import type { ArcPhrase, ArcSign } from "./arc-signs.ts";

/**
 * A statement about the development of a track. The first five are complete shapes. "finale" is a loud ending, and
 * "grow" and "shrink" are changes of level.
 */
export type ArcStatement =
  | "rising"
  | "falling"
  | "arch"
  | "steady"
  | "stop"
  | "finale"
  | "grow"
  | "shrink"
  | `${ArcPlace} ${ArcLevel}`;
type ArcPlace = "start" | "middle" | "end";
type ArcLevel = "small" | "big";

/** A statement at tokens `from` to before `to`. */
export interface ArcMark {
  readonly says: ArcStatement;
  readonly from: number;
  readonly to: number;
  /** As in a passage: above 0 if wanted, below 0 if negated. */
  readonly polarity: number;
  /** The words for the place alone: "ends" and "at the end" are no wish for an ending. Null without such words. */
  readonly place: ArcPhrase | null;
}

/** Maximum numbers of words between a place and its level, and between the parts of a shape. */
const LEVEL_REACH = 5;
const FROM_REACH = 2;
const BEFORE_PLACE_REACH = 4;
const TURN_REACH = 8;

/** Signs that are statements by themselves. */
const COMPLETE = ["rising", "falling", "arch", "steady", "stop", "finale", "grow", "shrink"] as const;
const PLACES: readonly (readonly [ArcSign, ArcPlace])[] = [
  ["begin", "start"],
  ["from", "start"],
  ["middle", "middle"],
  ["end", "end"],
];

/** Returns the statements of consecutive phrases that are about one track, in one pass. */
export function arcMarks(passage: Passage, phrases: readonly ArcPhrase[]): readonly ArcMark[] {
  const reader = new MarkReader(passage);
  for (const phrase of phrases) reader.take(phrase);
  return reader.marks;
}

/** A level without a place so far. */
interface LooseLevel {
  readonly phrase: ArcPhrase;
  readonly level: ArcLevel;
}

/** The phrase that decides whether a statement is negated, "doesn't change" is not and "no crescendo" is, and its place. */
interface SaidAt {
  readonly at: ArcPhrase;
  readonly place?: ArcPhrase | null;
}

/** Reads phrases in order and remembers the last place, the last loose level, the last change and the last turn. */
class MarkReader {
  readonly marks: ArcMark[] = [];
  readonly #passage: Passage;
  #place: { readonly place: ArcPlace; readonly phrase: ArcPhrase; readonly isFrom: boolean } | null = null;
  #loose: LooseLevel | null = null;
  /** The last start, or change of level, that a turn can lead away from. */
  #departure: { readonly to: number; readonly isFrom: boolean } | null = null;
  #change: { readonly phrase: ArcPhrase; readonly says: "grow" | "shrink" } | null = null;
  #turnedTo: number | null = null;

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  take(phrase: ArcPhrase): void {
    const { signs } = phrase;
    for (const sign of COMPLETE) if (signs.has(sign)) this.#mark(sign, { at: phrase });
    if (signs.has("hush")) this.#mark("end small", { at: phrase });
    if (signs.has("start-small")) this.#depart("start small", { at: phrase }, false);
    const says = signs.has("grow") ? "grow" : signs.has("shrink") || signs.has("falling") ? "shrink" : null;
    if (says !== null) this.#takeChange(phrase, says);
    const place = PLACES.find(([sign]) => signs.has(sign));
    if (place !== undefined) this.#takePlace(phrase, place[1], place[0] === "from");
    if (signs.has("turn") && this.#departure !== null) {
      const reach = this.#departure.isFrom ? 0 : TURN_REACH;
      if (phrase.from - this.#departure.to <= reach) this.#turnedTo = phrase.to;
    }
    if (signs.has("small") || signs.has("big"))
      this.#takeLevel({ phrase, level: signs.has("small") ? "small" : "big" });
  }

  /** "It explodes at the end" or "at the end it explodes". */
  #takeChange(phrase: ArcPhrase, says: "grow" | "shrink"): void {
    this.#change = { phrase, says };
    this.#departure = { to: phrase.to, isFrom: false };
    this.#turnedTo = null;
    if (this.#place?.place === "end" && this.#isWithin(this.#place.phrase.to, phrase.from, LEVEL_REACH))
      this.#mark(says === "grow" ? "end big" : "end small", { at: phrase, place: this.#place.phrase });
  }

  #takePlace(phrase: ArcPhrase, place: ArcPlace, isFrom: boolean): void {
    const loose = this.#loose;
    const change = this.#change;
    this.#loose = null;
    // "Huge at the end", "quiet intro". A level before a start belongs to it only if nothing is between them.
    const reach = place === "start" ? 0 : BEFORE_PLACE_REACH;
    if (loose !== null && !isFrom && this.#isWithin(loose.phrase.to, phrase.from, reach)) {
      const said = { at: loose.phrase, place: phrase };
      if (place === "start" && this.#gapAt(phrase.from) === "space")
        return this.#depart(`start ${loose.level}`, said, false);
      if (place !== "start") return this.#mark(`${place} ${loose.level}`, said);
    }
    // "To nothing at the end" has its level already.
    const last = this.marks.at(-1);
    if (place === "end" && last !== undefined && last.to === phrase.from && last.says.startsWith("end")) {
      this.marks.push({ ...last, to: phrase.to, place: phrase });
      return;
    }
    if (place === "end" && change !== null && this.#isWithin(change.phrase.to, phrase.from, BEFORE_PLACE_REACH))
      this.#mark(change.says === "grow" ? "end big" : "end small", { at: change.phrase, place: phrase });
    this.#place = { place, phrase, isFrom };
  }

  #takeLevel(loose: LooseLevel): void {
    const { phrase, level } = loose;
    const place = this.#place;
    const turnedTo = this.#turnedTo ?? Number.NEGATIVE_INFINITY;
    if (turnedTo > (place?.phrase.to ?? 0) && phrase.from - turnedTo <= LEVEL_REACH) {
      this.#mark(`end ${level}`, { at: phrase });
      return;
    }
    if (place !== null && this.#isWithin(place.phrase.to, phrase.from, place.isFrom ? FROM_REACH : LEVEL_REACH)) {
      const says = `${place.place} ${level}` as const;
      const said = { at: phrase, place: place.phrase };
      if (place.place === "start") this.#depart(says, said, place.isFrom);
      else this.#mark(says, said);
      return;
    }
    // "Grows huge".
    const change = this.#change?.phrase;
    if (change !== undefined && change.to === phrase.from && this.#gapAt(phrase.from) === "space") {
      this.#mark(`end ${level}`, { at: phrase });
      return;
    }
    this.#loose = loose;
  }

  #depart(says: ArcStatement, said: SaidAt, isFrom: boolean): void {
    this.#mark(says, said);
    this.#departure = { to: said.at.to, isFrom };
    this.#turnedTo = null;
  }

  #mark(says: ArcStatement, { at, place = null }: SaidAt): void {
    const from = Math.min(at.from, place?.from ?? at.from);
    const to = Math.max(at.to, place?.to ?? at.to);
    this.marks.push({ says, from, to, polarity: this.#polarityOf(at), place });
  }

  /** A phrase can contain the cue of a negation, as "hard out" does. Then only a cue before it negates it. */
  #polarityOf({ from, to }: ArcPhrase): number {
    const { polarity, claimed } = this.#passage;
    if (!claimed.slice(from + 1, to).includes("negation")) return polarity[from] ?? 1;
    return this.#gapAt(from) === "space" && claimed[from - 1] === "negation" ? -1 : 1;
  }

  #gapAt(at: number): Token["gap"] | undefined {
    return this.#passage.tokens[at]?.gap;
  }

  /** Whether two positions are near each other in one sentence. */
  #isWithin(from: number, to: number, reach: number): boolean {
    if (to < from || to - from > reach) return false;
    return this.#passage.tokens.slice(from, to + 1).every(isInSentence);
  }
}

function isInSentence({ gap }: Token): boolean {
  return gap !== "sentence";
}
