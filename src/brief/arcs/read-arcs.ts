import type { ArcShape, ArcWish } from "../../../schema/brief.ts";
import { NO_LANGUAGE } from "../../text/language-set.ts";
import { claim, type Passage, written } from "../passage.ts";
import { type ArcMark, arcMarks, type ArcStatement } from "./arc-marks.ts";
import { type ArcPhrase, arcPhrasesIn, languagesOfArcs } from "./arc-signs.ts";

/** An arc of a passage, and the tokens whose words say it. */
export interface FoundArc {
  readonly wish: ArcWish;
  readonly words: readonly (readonly [from: number, to: number])[];
}

/** Phrases with more words between them are about different tracks. */
const GAP_MAX = 12;
/** Minimum chance that a part of a long text is a direction. Stories have arcs, too. */
const DIRECTION_MIN = 0.5;
/** A text of at most this many words is a direction, even beside a scene, where "falls away" can look like another part. */
const SHORT_MAX = 12;
/** Maximum number of statements in the quoted words of an arc. */
const QUOTED_MAX = 3;
/** A big finish alone says little about what comes before. */
const FINALE = 0.6;
/** A time of a track, such as "0:42". */
const TIME = /^(\d{1,2}):([0-5]\d)(?!\d)/;
/** Maximum number of words between an accent and its time: "a hit on the logo at 0:42". */
const TIME_REACH = 6;
/** Words between the times of several accents: "at 0:12, 0:25 and at 0:40". */
const JOINING: ReadonlySet<string> = new Set("and und et y e i".split(" "));
const AT: ReadonlySet<string> = new Set("at bei um a en aos alle".split(" "));
/** A further time before one of these words is a length: "a hit at 0:42, 2:30 long". */
const LENGTH: ReadonlySet<string> = new Set(
  "long lang total length duration version versions edit edits cut cuts min mins minute minutes minuten".split(" "),
);

/**
 * Finds how the music shall develop: "starts small, ends huge", "no build", "a hit at 0:42". Reads only directions. Comes
 * before the wishes: it claims negated verbs, the words for places ("at the end") and those of accents, which would mean
 * something else, and ends negations that are none ("drops away to nothing at the end").
 */
export function readArcs(passage: Passage): readonly FoundArc[] {
  const { tokens, languages, parts } = passage;
  const isForeign = languages === NO_LANGUAGE && parts === null;
  const spoken = isForeign ? languagesOfArcs(tokens) : languages;
  const phrases = arcPhrasesIn(tokens, spoken).filter((phrase) => isDirection(passage, phrase));
  const hits = phrases.flatMap((phrase) => hitsOf(passage, phrase));
  const timed = new Set(hits.flatMap(({ words }) => words.map(([from]) => from)));
  const others = phrases.filter(({ from }) => !timed.has(from));
  endFalseNegations(passage, others);
  const arcs = groupsOf(others).flatMap((group) => arcsOf(passage, arcMarks(passage, group)));
  for (const phrase of others) if (phrase.signs.has("start-small")) claim(passage, "wish", phrase.from, phrase.to);
  return [...arcs, ...hits];
}

/** Claims the words of arcs that nothing else has claimed, so that they are not looked for in titles and texts. */
export function claimArcs(passage: Passage, arcs: readonly FoundArc[]): void {
  for (const { words } of arcs) for (const [from, to] of words) claim(passage, "wish", from, to);
}

function isDirection(passage: Passage, { from }: ArcPhrase): boolean {
  return directionAt(passage, from) >= DIRECTION_MIN;
}

function directionAt({ parts, tokens }: Passage, at: number): number {
  return tokens.length <= SHORT_MAX ? 1 : (parts?.byToken[at]?.chances.direction ?? 1);
}

/** Returns an accent for each of its times, and claims their words: the times are no lengths. */
function hitsOf(passage: Passage, phrase: ArcPhrase): readonly FoundArc[] {
  const first = phrase.signs.has("hit") ? firstTime(passage, phrase.to) : null;
  if (first === null) return [];
  const { from } = phrase;
  const times = [first];
  for (let next = furtherTime(passage, first); next !== null; next = furtherTime(passage, next)) times.push(next);
  claim(passage, "wish", from, phrase.to);
  const polarity = passage.polarity[from] ?? 1;
  return times.map((time): FoundArc => {
    const { at, atSeconds } = time;
    claim(passage, "wish", at, at + 2);
    const said =
      time === first
        ? [written(passage, from, at + 2)]
        : [written(passage, from, phrase.to), written(passage, at, at + 2)];
    const wish = wishOf(passage, "hit", { at: from, said, polarity }, 1);
    return {
      wish: { ...wish, atSeconds },
      words: [
        [from, phrase.to],
        [at, at + 2],
      ],
    };
  });
}

/** A time of a track at tokens `at` and `at` + 1. */
interface SaidTime {
  readonly at: number;
  readonly atSeconds: number;
}

function firstTime(passage: Passage, from: number): SaidTime | null {
  for (let at = from; at < from + TIME_REACH; at++) {
    if (passage.tokens[at]?.gap === "sentence") return null;
    const time = timeAt(passage, at);
    if (time !== null) return time;
  }
  return null;
}

/** Returns the time that a comma, or a word such as "and", joins to the one before it. */
function furtherTime(passage: Passage, { at: before }: SaidTime): SaidTime | null {
  const { tokens } = passage;
  const isNear = (place: number): boolean => tokens[place]?.gap === "space" || tokens[place]?.gap === "comma";
  const wordAt = (place: number): string => (isNear(place) ? (tokens[place]?.word ?? "") : "");
  let at = before + 2;
  const isJoined = tokens[at]?.gap === "comma" || JOINING.has(wordAt(at));
  if (JOINING.has(wordAt(at))) at++;
  if (AT.has(wordAt(at))) at++;
  if (!isJoined || !isNear(at) || LENGTH.has(wordAt(at + 2))) return null;
  return timeAt(passage, at);
}

function timeAt({ tokens, lower }: Passage, at: number): SaidTime | null {
  const token = tokens[at];
  if (token === undefined || at + 1 >= tokens.length) return null;
  const time = TIME.exec(lower.slice(token.start, token.start + "00:00".length + 1));
  return time === null ? null : { at, atSeconds: 60 * Number(time[1]) + Number(time[2]) };
}

/**
 * Ends a negation that begins with a level: "fades to nothing at the end" negates no ending. "Start with nothing too dark"
 * is a negation.
 */
function endFalseNegations({ tokens, claimed, polarity }: Passage, phrases: readonly ArcPhrase[]): void {
  let done = 0;
  const restore = (from: number, as: number): void => {
    for (done = Math.max(done, from); tokens[done]?.gap === "space"; done++) polarity[done] = polarity[as] ?? 1;
  };
  phrases.forEach((phrase, at) => {
    const before = phrases[at - 1];
    // "Cresce aos poucos até o clímax" has "poucos", which is less of something elsewhere.
    const isChange = phrase.signs.has("rising") || phrase.signs.has("falling");
    if (isChange && claimed.slice(phrase.from, phrase.to).includes("negation")) return restore(phrase.to, phrase.from);
    if (!phrase.signs.has("small") || before === undefined || phrase.from - before.to > 1) return;
    if (claimed[phrase.from] !== "negation" || (polarity[phrase.from] ?? 1) < 0) return;
    const after = phrases[at + 1];
    const isPlaced = after?.from === phrase.to && after.signs.has("end");
    if (tokens[phrase.to]?.gap === "space" && !isPlaced) return;
    restore(phrase.to, phrase.from);
  });
}

/** Groups phrases that are near each other. */
function groupsOf(phrases: readonly ArcPhrase[]): readonly (readonly ArcPhrase[])[] {
  const groups: ArcPhrase[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const phrase of phrases) {
    const isTurn = phrase.signs.size === 1 && phrase.signs.has("turn");
    if (phrase.from - last > GAP_MAX) groups.push([]);
    groups.at(-1)?.push(phrase);
    if (!isTurn) last = phrase.to;
  }
  return groups;
}

/** Returns the shapes that the statements about one track add up to. */
function arcsOf(passage: Passage, marks: readonly ArcMark[]): readonly FoundArc[] {
  const refused = marks.filter(({ polarity }) => polarity < 0);
  for (const { says, from, to } of refused) if (says === "grow") claim(passage, "wish", from, to);
  return [
    ...shapesOf(marks.filter(({ polarity }) => polarity > 0)).map((shape) => arcOf(passage, shape)),
    ...REFUSED.flatMap(([shape, says]) => {
      const said = refused.filter((mark) => says.includes(mark.says));
      return said.length === 0 ? [] : [arcOf(passage, { shape, said, weight: 1 })];
    }),
  ];
}

interface SaidShape {
  readonly shape: ArcShape;
  readonly said: readonly ArcMark[];
  readonly weight: number;
}

/** What a negated statement refuses. */
const REFUSED: readonly (readonly [ArcShape, readonly ArcStatement[]])[] = [
  ["rising", ["rising", "grow", "end big", "finale"]],
  ["falling", ["falling", "shrink", "end small"]],
  ["arch", ["arch", "middle big"]],
  ["steady", ["steady"]],
  ["stop", ["stop"]],
];

function shapesOf(marks: readonly ArcMark[]): readonly SaidShape[] {
  const those = (...says: readonly ArcStatement[]): readonly ArcMark[] =>
    marks.filter((mark) => says.includes(mark.says));
  const whole = (shape: ArcShape, said: readonly ArcMark[], weight = 1): SaidShape[] =>
    said.length === 0 ? [] : [{ shape, said, weight }];
  const both = (one: readonly ArcMark[], other: readonly ArcMark[]): readonly ArcMark[] =>
    one.length === 0 || other.length === 0 ? [] : [...one, ...other];
  const up = [
    ...those("rising"),
    ...both(those("start small"), those("grow", "end big", "finale")),
    ...both(those("grow"), those("end big", "finale")),
  ];
  const down = [
    ...those("falling"),
    ...both(those("start big"), those("shrink", "end small")),
    ...both(those("shrink", "falling"), those("end small")),
  ];
  const arch = [
    ...those("arch"),
    ...those("middle big"),
    ...inOrder([...up, ...those("grow")], [...down, ...those("shrink", "end small")]),
  ];
  const level = up.length > 0 || down.length > 0 ? [] : those("steady");
  const shapes =
    arch.length > 0
      ? whole("arch", arch)
      : [...whole("rising", up), ...whole("falling", down), ...whole("steady", level)];
  const finale = shapes.length > 0 ? [] : whole("rising", those("finale"), FINALE);
  return [...shapes, ...finale, ...whole("stop", those("stop"))];
}

/** Returns all marks if the first ones begin before the others end; otherwise none. */
function inOrder(first: readonly ArcMark[], then: readonly ArcMark[]): readonly ArcMark[] {
  if (first.length === 0 || then.length === 0) return [];
  const begins = Math.min(...first.map(({ from }) => from));
  const ends = Math.max(...then.map(({ from }) => from));
  return begins < ends ? [...first, ...then] : [];
}

function arcOf(passage: Passage, { shape, said, weight }: SaidShape): FoundArc {
  const at = Math.min(...said.map((mark) => mark.from));
  const { polarity } = said.reduce((one, other) => (Math.abs(other.polarity) > Math.abs(one.polarity) ? other : one));
  const words = said.map((mark) => [mark.from, mark.to] as const);
  for (const { place } of said) if (place !== null) claim(passage, "wish", place.from, place.to);
  return { wish: wishOf(passage, shape, { at, said: quoted(passage, said), polarity }, weight), words };
}

/** Returns the words of a few statements, of different kinds if possible. Those near each other in a sentence are joined. */
function quoted(passage: Passage, said: readonly ArcMark[]): readonly string[] {
  const kinds = new Map(said.toReversed().map((mark) => [mark.says, mark]));
  const first = new Set(kinds.values());
  const few = [...first, ...said.filter((mark) => !first.has(mark))].slice(0, QUOTED_MAX);
  const runs: { from: number; to: number }[] = [];
  for (const { from, to } of few.toSorted((one, other) => one.from - other.from)) {
    const last = runs.at(-1);
    const isNear = last !== undefined && from - last.to <= GAP_MAX;
    if (isNear && passage.tokens.slice(last.to, from + 1).every(({ gap }) => gap !== "sentence"))
      last.to = Math.max(last.to, to);
    else runs.push({ from, to });
  }
  return [...new Set(runs.map(({ from, to }) => written(passage, from, to)))];
}

function wishOf(
  passage: Passage,
  shape: ArcShape,
  { at, said, polarity }: { readonly at: number; readonly said: readonly string[]; readonly polarity: number },
  weight: number,
): ArcWish {
  const share = Math.min(1, Math.abs(polarity)) * directionAt(passage, at);
  return {
    shape,
    weight: Math.round(weight * share * 1000) / 1000,
    isRefused: polarity < 0,
    from: said,
    atSeconds: null,
  };
}
