import type { Kin } from "../../../schema/brief.ts";
import { once } from "../../lib/once.ts";
import { words } from "../../text/words.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import type { Ask, AskTerm, Rule } from "../rule.ts";
import { avoidedCost } from "./avoided.ts";

/** Cost of a seasonal tag, compared with an avoided wish. */
const WEIGHT = 0.7;

/** Minimum weight of a wish's kin that mention the season: those of "yuletide" do, those of "winter" do not. */
const ASKS_FOR = 0.6;

/** Tags of songs for a few days of the year. "Holiday" can also mean a journey, so it weighs less. */
const SEASONS: readonly (readonly (readonly [tag: string, part: number])[])[] = [
  [
    ["christmas", 1],
    ["xmas", 1],
    ["christmas carol", 1],
    ["christmas song", 1],
    ["christmas pop", 1],
    ["carol", 1],
    ["yuletide", 1],
    ["advent", 0.8],
    ["noel", 0.8],
    ["navidad", 1],
    ["weihnachten", 1],
    ["natale", 1],
    ["natal", 0.8],
    ["santa claus", 1],
    ["holiday season", 1],
    ["festive season", 1],
    ["holidays", 0.8],
    ["holiday", 0.8],
  ],
  [
    ["halloween", 1],
    ["trick or treat", 1],
  ],
  [["easter", 1]],
  [["hanukkah", 1]],
  [["thanksgiving", 1]],
];

/**
 * Lowers the score of songs of a season that the brief does not mention, even if their other tags fit. It never cuts a
 * song.
 */
export const seasonalRule: Rule = {
  name: "seasonal",
  prepare: (index, brief) => ({
    asks: seasonsBut(index, brief).flatMap((season) => against(index, brief, season)),
  }),
};

type Season = (typeof SEASONS)[number];

function against(index: RankingIndex, brief: ResolvedBrief, season: Season): Ask[] {
  const terms = season.flatMap(([tag, part]): AskTerm[] => {
    const term = index.tag(tag);
    return term < 0 ? [] : [{ term, part, shows: "tag", name: tag }];
  });
  const sought = { name: season[0]?.[0] ?? "", said: "", isNamed: false };
  return terms.length === 0 ? [] : [{ weight: -avoidedCost(brief) * WEIGHT, share: 0, sought, terms }];
}

/** Returns the seasonal tags among a concept's kin. Cached, because the lists never change. */
function seasonalKin(kin: readonly Kin[]): readonly string[] {
  const known = kinOfSeasons().get(kin);
  if (known !== undefined) return known;
  const tags = seasonalTags();
  const found = kin.filter(({ name, weight }) => weight >= ASKS_FOR && tags.has(name)).map(({ name }) => name);
  kinOfSeasons().set(kin, found);
  return found;
}

const seasonalTags = once(() => new Set(SEASONS.flatMap((season) => season.map(([tag]) => tag))));

const kinOfSeasons = once(() => new WeakMap<readonly Kin[], readonly string[]>());

/** Returns the seasons that neither the brief nor a song it refers to mentions. */
function seasonsBut(index: RankingIndex, brief: ResolvedBrief): readonly Season[] {
  const said = new Set([
    ...brief.wanted.flatMap((wish) => wish.from.flatMap(words)),
    ...brief.text.filter(({ weight }) => weight > 0).map(({ word }) => word),
    ...brief.said.flatMap((one) => one.words),
    ...brief.wanted.flatMap(({ name, kin }) => [name, ...seasonalKin(kin)]),
  ]);
  const liked = brief.found.filter(({ role, kind }) => role === "like" && kind === "song");
  const tags = new Set(liked.flatMap(({ places }) => places.flatMap((place) => [...index.tagsOf(place)])));
  return SEASONS.filter((season) => !season.some(([tag]) => said.has(tag) || tags.has(index.tag(tag))));
}
