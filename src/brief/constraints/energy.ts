import type { Constraint } from "../../../schema/brief.ts";
import { ENERGIES, type Energy } from "../../../schema/song.ts";
import { NO_LANGUAGE } from "../../text/language-set.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";

const LEVELS: ReadonlyMap<string, readonly Energy[]> = new Map([
  ["very low", ["very_low"]],
  ["low", ["very_low", "low"]],
  ["medium", ["medium"]],
  ["moderate", ["medium"]],
  ["mid", ["medium"]],
  ["high", ["high"]],
  ["very high", ["high"]],
]);

const LEVELS_FOREIGN: ReadonlyMap<string, readonly Energy[]> = new Map([
  ...levelled(["very_low", "low"], "baja bassa baixa basse faible niedrige niedriger niedrigem niedrig"),
  ...levelled(["medium"], "media média moyenne mittlere mittlerer mittel"),
  ...levelled(["high"], "alta haute élevée hohe hoher hohem hoch"),
]);

const LEVEL_FOREIGN = `(${[...LEVELS_FOREIGN.keys()].join("|")})`;
const ENERGY_FOREIGN =
  "(?:energía|énergie|energie|energielevel|energia|nivel de energía|livello di energia|nível de energia)";
const BEFORE_FOREIGN = new RegExp(`(?<![\\p{L}])${LEVEL_FOREIGN} ${ENERGY_FOREIGN}(?![\\p{L}])`, "gu");
const AFTER_FOREIGN = new RegExp(
  `(?<![\\p{L}])${ENERGY_FOREIGN}:? (?:muy |très |sehr |molto |muito )?${LEVEL_FOREIGN}(?![\\p{L}])`,
  "gu",
);

/** The most energy, in idioms: "energia no talo". */
const FULL_FOREIGN =
  /(?<!\p{L})(?:energía (?:a tope|al máximo|máxima)|energia (?:no talo|no máximo|máxima|al massimo|massima)|énergie (?:maximale|à fond|au maximum)|(?:volle|maximale) energie|energie am anschlag)(?!\p{L})/gu;

const ONE = "very low|low|medium|moderate|mid|very high|high";
/** One level or two: "medium or high" means either, "low to high" also means all levels between them. */
const LEVEL = `((?:${ONE})(?: ?(?:or|to|-|–|/) ?(?:${ONE}))?)`;
/** "Low-energy bulbs", "a high-energy crowd". */
const NOT_MUSIC =
  "(?! (?:bulbs?|lamps?|lights?|lighting|crowds?|dogs?|puppy|puppies|kids?|child|children|presenters?|hosts?|drinks?|bars?|snacks?|foods?|diets?|physics|lasers?|houses?|homes?|costs?|prices?|bills?|teams?|brands?|customers?|people|founders?|cars?)(?!\\w))";
const BEFORE = new RegExp(`(?<!\\w)${LEVEL}[- ]energy(?: levels?)?(?!\\w)${NOT_MUSIC}`, "gu");
const AFTER = new RegExp(`(?<!\\w)energy(?: level)?(?: is|:| =| should be| must be)+ ${LEVEL}(?!\\w)`, "gu");

/** Reads energy levels by name. "Energetic" and "calm" are moods, and so wishes. */
export function recogniseEnergy(passage: Passage): readonly Constraint[] {
  const read = (match: RegExpExecArray, polarity: number): Constraint | null => {
    const named = levelsOf(match[1] ?? "");
    if (named === null) return null;
    const levels = polarity < 0 ? ENERGIES.filter((level) => !named.includes(level)) : named;
    return { kind: "energy", levels, from: wordsOf(passage, match) };
  };
  const patterns = [BEFORE, AFTER, ...(passage.languages === NO_LANGUAGE ? [] : [BEFORE_FOREIGN, AFTER_FOREIGN])];
  return [
    ...patterns.flatMap((pattern) => eachMatch(passage, pattern, read)),
    ...eachMatch(passage, FULL_FOREIGN, (match, polarity) =>
      polarity < 0 ? null : { kind: "energy", levels: ["high"], from: wordsOf(passage, match) },
    ),
  ];
}

function levelsOf(words: string): readonly Energy[] | null {
  const [first = "", joint = "", second] = words
    .split(/(?: (or|to) | ?([-–/]) ?)/)
    .filter((part) => part !== undefined);
  const levels = LEVELS.get(first) ?? LEVELS_FOREIGN.get(first);
  if (levels === undefined || second === undefined) return levels ?? null;
  const others = LEVELS.get(second) ?? [];
  if (joint === "or" || joint === "/") return ENERGIES.filter((one) => levels.includes(one) || others.includes(one));
  // "Low to medium" begins at low; a lower level was not named.
  const ends = [...levels.slice(-1), ...others.slice(-1)].map((level) => ENERGIES.indexOf(level));
  return ENERGIES.filter((_, at) => at >= Math.min(...ends) && at <= Math.max(...ends));
}

function levelled(levels: readonly Energy[], words: string): [string, readonly Energy[]][] {
  return words.split(" ").map((word) => [word, levels]);
}
