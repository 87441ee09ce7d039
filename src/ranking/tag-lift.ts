import type { Wish } from "../../schema/brief.ts";
import { samplePlaces } from "./postings.ts";
import { logarithm } from "./rarity.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { wishTerms } from "./wish-terms.ts";

/** Number of songs that are read for each asked tag. More do not improve the result. */
const SAMPLE_MAX = 1_000;

/** Maximum number of asked tags. */
const ASKED_MAX = 16;

/** Minimum weight of a wish whose tag counts as asked, and minimum part of a tag that is its other name. */
const WISH_MIN = 0.5;
const PART_MIN = 0.8;

/** Songs that are added to both counts of a pair, so that rare pairs prove little. */
const PRIOR = 2;

/** The same for a tag and itself. */
const OWN_PRIOR = 10;

/**
 * Returns a function for the lift of a tag: how much more often than by chance songs of this catalog with an asked tag
 * have it too (pointwise mutual information in bits), added up over all tags that the wishes ask for.
 */
export function tagLift(index: RankingIndex, wishes: readonly Wish[]): (tag: number) => number {
  const asked = [...new Set(wishes.flatMap((wish) => askedTag(index, wish)))].slice(0, ASKED_MAX);
  const counted = asked.map((tag) => countTagsWith(index, tag));
  const lifts = new Map<number, number>();
  return (tag) => {
    const known = lifts.get(tag);
    if (known !== undefined) return known;
    const lift = counted.reduce((sum, counts) => sum + liftOf(index, counts, tag), 0);
    lifts.set(tag, lift);
    return lift;
  };
}

function askedTag(index: RankingIndex, wish: Wish): number[] {
  if (wish.weight < WISH_MIN) return [];
  let best: { readonly term: number; readonly part: number } | null = null;
  for (const { term, part, shows } of wishTerms(index, wish))
    if (shows !== "word" && part >= PART_MIN && part > (best?.part ?? 0)) best = { term, part };
  return best === null ? [] : [best.term];
}

/** How often each tag occurs in a sample of the songs with one tag. */
interface TagCounts {
  readonly tag: number;
  readonly songs: number;
  /** By the position of a tag among the tags. */
  readonly songsWith: Uint16Array;
}

function countTagsWith(index: RankingIndex, tag: number): TagCounts {
  const from = index.sections.tagTermsFrom[0] ?? 0;
  const songsWith = new Uint16Array(index.sections.tagNameEnds.length);
  let songs = 0;
  samplePlaces(index.sections, tag, SAMPLE_MAX, (place) => {
    songs++;
    for (const other of index.tagsOf(place)) songsWith[other - from] = (songsWith[other - from] ?? 0) + 1;
  });
  return { tag, songs, songsWith };
}

function liftOf(index: RankingIndex, { tag, songs, songsWith }: TagCounts, other: number): number {
  const frequency = index.frequency(other);
  if (other === tag) return logarithm((index.songCount + OWN_PRIOR) / (frequency + OWN_PRIOR));
  const both = songsWith[other - (index.sections.tagTermsFrom[0] ?? 0)] ?? 0;
  const expected = (songs * frequency) / Math.max(1, index.songCount);
  return logarithm(both + PRIOR) - logarithm(expected + PRIOR);
}
