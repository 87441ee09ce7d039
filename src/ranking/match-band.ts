import type { Brief, Hit, MatchBand } from "../../schema/brief.ts";
import type { Plan } from "./plan.ts";
import type { Ask, Sought } from "./rule.ts";
import type { Match, ScorePart } from "./score-parts.ts";
import { soughtBy } from "./wish-terms.ts";

/** Lower ends of the bands, as shares of the wishes' weight. */
const STRONG = 0.66;
const GOOD = 0.4;

/** The most of a wish that its kin meet if the catalog lacks it: on its own, such a match is good. */
const WIDENED_MOST = 0.6;

/** The share of its part that a near tag meets of a wish of the client, if the song has no tag of the wish itself. */
const NEAR_SHARE = 0.75;

/** A phrase with several wishes is met in full by this share of their weight, and a story by this one. */
const SEVERAL = 0.6;
const WHOLE_STORY = 0.9;

/** If no wish of a long text has this weight, its story is too unclear for a strong or a good match. */
const STRONG_WEIGHT = 0.5;
const GOOD_WEIGHT = 0.15;

/** If no sight has this certainty, what was seen is too uncertain for a strong or a good match. */
const STRONG_CERTAINTY = 0.75;
const GOOD_CERTAINTY = 0.45;

/** All bands, the best first. */
const BANDS: readonly MatchBand[] = ["strong", "good", "possible"];

/** A phrase of the client, or all that a story implies. One phrase can lead to several wishes. */
interface Topic {
  /** The weight of its strongest wish, and the sum of all. */
  readonly strongest: number;
  readonly sum: number;
}

/** What the band of a song is judged by. */
export interface Topics {
  readonly byName: ReadonlyMap<string, Topic>;
  readonly nameOf: (sought: Sought) => string;
  /** Whether a wish decides the band. */
  readonly counts: (sought: Sought) => boolean;
  /** The sum of the topics' weights, each that of its strongest wish. */
  readonly sum: number;
  /** The best band that a song can have. */
  readonly best: MatchBand;
}

/** The topic of what a story implies. */
const STORY = "\nstory";

type BandBrief = Pick<Brief, "wanted" | "parts" | "seen">;

/** Beside the client's text, what was seen only orders songs: the text alone decides how well a song matches. */
export function topicsOf(plan: Plan, brief: BandBrief = NO_BRIEF): Topics {
  const counted = plan.asks.filter(({ ask, sign }) => sign > 0 && ask.share > 0);
  const isOfText = counted.some(({ ask }) => ask.sought.isSeen !== true);
  const counts = ({ isSeen }: Sought): boolean => !isOfText || isSeen !== true;
  const implied = new Set(brief.wanted.filter(({ isImplied }) => isImplied === true).map(soughtBy));
  const nameOf = (sought: Sought): string => (implied.has(sought) ? STORY : sought.said);
  const byName = new Map<string, Topic>();
  const add = (name: string, weight: number): void => {
    const { strongest, sum } = byName.get(name) ?? NO_TOPIC;
    byName.set(name, { strongest: Math.max(strongest, weight), sum: sum + weight });
  };
  for (const { ask } of counted) if (counts(ask.sought)) add(nameOf(ask.sought), ask.share);
  const planned = new Set(byName.keys());
  // A named wish that the catalog lacks is not met, and one that only values serve is met in part.
  for (const wish of brief.wanted) {
    if (wish.isNamed !== true) continue;
    const name = nameOf(soughtBy(wish));
    const { strongest, sum } = byName.get(name) ?? NO_TOPIC;
    if (!planned.has(name)) add(name, wish.weight);
    else if (strongest < wish.weight && counts(soughtBy(wish))) byName.set(name, { strongest: wish.weight, sum });
  }
  const sum = byName.values().reduce((all, { strongest }) => all + strongest, 0);
  return { byName, nameOf, counts, sum, best: bestBand(brief, isOfText) };
}

const NO_TOPIC: Topic = { strongest: 0, sum: 0 };
const NO_BRIEF: BandBrief = { wanted: [] };

function bestBand({ wanted, parts, seen }: BandBrief, isOfText: boolean): MatchBand {
  if (seen !== undefined && !isOfText)
    return seen.certainty >= STRONG_CERTAINTY ? "strong" : seen.certainty >= GOOD_CERTAINTY ? "good" : "possible";
  if (parts === undefined) return "strong";
  const heaviest = wanted.reduce((most, { weight }) => Math.max(most, weight), 0);
  return heaviest >= STRONG_WEIGHT ? "strong" : heaviest >= GOOD_WEIGHT ? "good" : "possible";
}

/**
 * Returns the share of the topics' weight that a song meets, 0 to 1. A topic with several wishes ("neon streets":
 * synthwave, dark, cool, …) needs not all of them.
 */
export function metShare({ byName, nameOf, counts, sum }: Topics, parts: readonly ScorePart[]): number {
  if (sum === 0) return 0;
  const met = new Map<string, number>();
  for (const { ask, matches } of parts) {
    if (ask.share === 0 || !counts(ask.sought)) continue;
    const name = nameOf(ask.sought);
    met.set(name, (met.get(name) ?? 0) + ask.share * partOf(ask, matches, name === STORY));
  }
  const shares = met.entries().map(([name, weight]) => {
    const { strongest, sum: all } = byName.get(name) ?? NO_TOPIC;
    const enough = Math.max(strongest, (name === STORY ? WHOLE_STORY : SEVERAL) * all);
    return strongest * Math.min(1, weight / enough);
  });
  return shares.reduce((all, share) => all + share, 0) / sum;
}

/** Returns the part of a wish that a song meets. A story is met by near tags, a wish of the client only in part. */
function partOf({ isWidened }: Ask, matches: readonly Match[], isOfStory: boolean): number {
  const part = matches[0]?.term.part ?? 0;
  if (isWidened === true) return Math.min(WIDENED_MOST, part);
  return !isOfStory && matches.every(({ term }) => term.shows === "near tag") ? NEAR_SHARE * part : part;
}

/** Returns the band. A song with an unknown verdict is never strong, and no band is better than `best`. */
export function bandOf(share: number, doubtful: boolean, best: MatchBand = "strong"): MatchBand {
  const own = share >= STRONG && !doubtful ? "strong" : share >= GOOD ? "good" : "possible";
  return BANDS.indexOf(own) < BANDS.indexOf(best) ? best : own;
}

/**
 * Limits the score and the band of each hit to those of the hit above, because doubt, diversity and versions come before
 * the score. The beginning of the list does not depend on its length.
 */
export function fallingHits(hits: readonly Hit[]): Hit[] {
  let ceiling = 1;
  let best = 0;
  return hits.map((hit) => {
    ceiling = Math.min(ceiling, hit.score);
    best = Math.max(best, BANDS.indexOf(hit.band));
    return { ...hit, score: ceiling, band: BANDS[best] ?? hit.band };
  });
}
