import { once } from "../../lib/once.ts";
import type { Rule } from "../rule.ts";
import { againstUnmentioned, type MarkedKind } from "../unmentioned-kinds.ts";

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
  prepare: (index, brief) => ({ asks: againstUnmentioned(index, brief, seasons(), WEIGHT) }),
};

const NO_WORDS: ReadonlySet<string> = new Set();

const seasons = once((): readonly MarkedKind[] => SEASONS.map((tags) => ({ tags, words: NO_WORDS, kinMin: ASKS_FOR })));
