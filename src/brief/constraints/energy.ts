import type { Constraint } from "../../../schema/brief.ts";
import { ENERGIES, type Energy } from "../../../schema/song.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";

const LEVELS: ReadonlyMap<string, readonly Energy[]> = new Map([
  ["very low", ["very_low"]],
  ["low", ["very_low", "low"]],
  ["medium", ["medium"]],
  ["moderate", ["medium"]],
  ["mid", ["medium"]],
  ["medium to high", ["medium", "high"]],
  ["low to medium", ["low", "medium"]],
  ["high", ["high"]],
  ["very high", ["high"]],
]);

const LEVEL = "(very low|low to medium|low|medium to high|medium|moderate|mid|very high|high)";
const BEFORE = new RegExp(`(?<!\\w)${LEVEL}[- ]energy(?: levels?)?(?!\\w)`, "gu");
const AFTER = new RegExp(`(?<!\\w)energy(?: level)?(?: is|:| =| should be| must be)+ ${LEVEL}(?!\\w)`, "gu");

/** Only a level by name is a promise; "energetic" and "calm" are moods and weigh. */
export function recogniseEnergy(passage: Passage): readonly Constraint[] {
  const read = (match: RegExpExecArray, polarity: number): Constraint | null => {
    const named = LEVELS.get(match[1] ?? "");
    if (named === undefined) return null;
    const levels = polarity < 0 ? ENERGIES.filter((level) => !named.includes(level)) : named;
    return { kind: "energy", levels, from: wordsOf(passage, match) };
  };
  return [...eachMatch(passage, BEFORE, read), ...eachMatch(passage, AFTER, read)];
}
