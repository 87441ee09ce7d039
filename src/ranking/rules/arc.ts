import type { ArcShape, ArcWish, FilmPart } from "../../../schema/brief.ts";
import type { MeasuredArc } from "../../../schema/song.ts";
import type { ReasonFacts } from "../../../schema/wire/reason.ts";
import type { UnservedFacts } from "../../../schema/wire/unserved.ts";
import { describeReason } from "../describe-reason.ts";
import { arcTerm } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { Ask, AskTerm, Rule } from "../rule.ts";

/** Weight of an arc and cost of a contrary one, compared with one plain wish. The tag for it is a wish of its own. */
const WEIGHT = 0.6;
const CONTRARY = 0.25;
/** Weight of all accents together. Where a song has accents is not known, so its tags say little. */
const HITS = 0.15;
/** Cost of a refused arc. */
const REFUSED = 0.5;
/** Weight of an arc in a song's band, as for a stated wish. The arc of a film changes the order only. */
const SHARE = 0.9;

const MINUTE = 60;

/** A tag with a smaller part is only near the shape. */
const NAMES_IT = 0.8;

/** Measured arcs and tags with the part of a shape that they serve. */
interface Shape {
  readonly fits: Parts<MeasuredArc>;
  readonly contrary: Parts<MeasuredArc>;
  readonly tags: Parts;
}
type Parts<Name extends string = string> = readonly (readonly [name: Name, part: number])[];

const SHAPES: Readonly<Record<ArcShape, Shape>> = {
  rising: {
    fits: [
      ["rising", 1],
      ["arch", 0.4],
    ],
    contrary: [
      ["falling", 1],
      ["steady", 0.6],
    ],
    tags: [
      ["building", 1],
      ["build-up", 1],
      ["crescendo", 1],
      ["slow build", 1],
      ["gradual build", 1],
      ["growing", 0.9],
      ["rising", 0.9],
      ["slow burn", 0.9],
      ["climactic", 0.7],
      ["big ending", 0.7],
    ],
  },
  falling: {
    fits: [
      ["falling", 1],
      ["arch", 0.4],
    ],
    contrary: [
      ["rising", 1],
      ["steady", 0.6],
    ],
    tags: [
      ["decrescendo", 1],
      ["diminuendo", 1],
      ["winding down", 1],
      ["fading", 0.8],
      ["descending", 0.7],
      ["fade out", 0.5],
    ],
  },
  arch: {
    fits: [
      ["arch", 1],
      ["rising", 0.3],
      ["falling", 0.3],
    ],
    contrary: [["steady", 1]],
    tags: [
      ["climax", 0.8],
      ["swells", 0.8],
      ["swelling", 0.8],
      ["rise and fall", 1],
      ["peak", 0.6],
      ["building", 0.4],
    ],
  },
  steady: {
    fits: [["steady", 1]],
    contrary: [
      ["rising", 1],
      ["falling", 1],
      ["arch", 1],
    ],
    tags: [
      ["steady", 1],
      ["constant", 1],
      ["static", 0.8],
      ["drone", 0.5],
      ["repetitive", 0.5],
      ["loop", 0.5],
    ],
  },
  stop: {
    fits: [],
    contrary: [],
    tags: [
      ["sudden stop", 1],
      ["abrupt ending", 1],
      ["clean ending", 1],
      ["hard ending", 1],
      ["cold ending", 1],
      ["button ending", 1],
      ["stinger", 0.7],
      ["sting", 0.7],
    ],
  },
  hit: {
    fits: [],
    contrary: [],
    tags: [
      ["hits", 1],
      ["accents", 1],
      ["impact", 1],
      ["impacts", 1],
      ["stabs", 0.8],
      ["stinger", 0.7],
      ["sting", 0.7],
    ],
  },
};

/**
 * Prefers songs that develop as the brief wants, by their tags or their measured loudness, and lowers contrary ones a
 * little. It never cuts a song. Songs without tags and measurements keep their score.
 */
export const arcRule: Rule = {
  name: "arc",
  prepare: (index, { arcs = [] }) => {
    const shaped = arcs.filter(({ shape }) => shape !== "hit");
    const hits = arcs.filter(({ shape, isRefused }) => shape === "hit" && !isRefused);
    return {
      asks: [
        ...shaped.flatMap((arc) =>
          arc.isRefused ? [refused(index, arc)] : [towards(index, arc), against(index, arc)],
        ),
        ...hits.slice(0, 1).map((arc) => accented(index, arc)),
      ],
      unserved: [...shaped.flatMap((arc) => lackOf(index, arc)), ...lackOfTimes(hits)],
    };
  },
};

/** One ask for all accents, which have the same tags. The band of a song ignores it. */
function accented(index: RankingIndex, hit: ArcWish): Ask {
  return { weight: HITS * hit.weight, share: 0, sought: soughtBy(hit), terms: termsOf(index, hit.shape) };
}

function towards(index: RankingIndex, arc: ArcWish): Ask {
  return {
    weight: WEIGHT * arc.weight,
    share: arc.seenWith === undefined ? SHARE * arc.weight : 0,
    sought: soughtBy(arc),
    terms: termsOf(index, arc.shape, arc.seenWith),
  };
}

function refused(index: RankingIndex, arc: ArcWish): Ask {
  return { weight: -REFUSED * arc.weight, share: 0, sought: soughtBy(arc), terms: termsOf(index, arc.shape) };
}

function against(index: RankingIndex, arc: ArcWish): Ask {
  const terms = measuredTerms(index, SHAPES[arc.shape].contrary).map((term) => ({
    ...term,
    shows: "contrary tag" as const,
  }));
  return { weight: -CONTRARY * arc.weight, share: 0, sought: soughtBy(arc), terms };
}

function soughtBy({ shape, from, seenWith }: ArcWish): Ask["sought"] {
  const sought = { name: shape, said: from[0] ?? shape, isNamed: true };
  return seenWith === undefined ? sought : { ...sought, isSeen: true };
}

function termsOf(index: RankingIndex, shape: ArcShape, seenWith?: FilmPart): readonly AskTerm[] {
  const { fits, tags } = SHAPES[shape];
  const tagged = tags.flatMap(([name, part]): AskTerm[] => {
    const term = index.tag(name);
    return term < 0 ? [] : [{ term, part, shows: part < NAMES_IT ? "near tag" : "tag", name }];
  });
  return [...measuredTerms(index, fits, seenWith), ...tagged];
}

function measuredTerms(index: RankingIndex, arcs: Parts<MeasuredArc>, seenWith?: FilmPart): readonly AskTerm[] {
  return arcs.flatMap(([arc, part]): AskTerm[] => {
    const term = index.term(arcTerm(arc));
    const facts = developing(arc, seenWith);
    return term < 0 ? [] : [{ term, part, shows: "measured", name: describeReason(facts), facts }];
  });
}

function developing(shape: MeasuredArc, part: FilmPart | undefined): Extract<ReasonFacts, { kind: "develops" }> {
  if (part === undefined) return { kind: "develops", shape, with: null };
  return { kind: "develops", shape, with: describePart(part), last_seconds: part.lastSeconds };
}

/** "the film", "the last minute". */
function describePart({ lastSeconds: seconds }: FilmPart): string {
  if (seconds === null) return "the film";
  if (seconds < MINUTE) return `the last ${seconds} seconds`;
  return seconds === MINUTE ? "the last minute" : `the last ${seconds / MINUTE} minutes`;
}

/**
 * Reports what the catalog cannot serve. The shapes that are a concept of the vocabulary are wishes, which are reported
 * themselves.
 */
function lackOf(
  index: RankingIndex,
  { shape, isRefused, from: [said = ""], seenWith }: ArcWish,
): readonly UnservedFacts[] {
  // A film's arc is no demand.
  if (isRefused || seenWith !== undefined) return [];
  const isWish = shape !== "falling" && shape !== "arch";
  return isWish || termsOf(index, shape).length > 0 ? [] : [{ kind: "no_arc", of: said }];
}

/** Reports once for all accents that their times are not served. */
function lackOfTimes(hits: readonly ArcWish[]): readonly UnservedFacts[] {
  const seconds = hits.flatMap(({ atSeconds }) => atSeconds ?? []);
  return seconds.length === 0 ? [] : [{ kind: "accents_unknown", seconds }];
}
