import { AI_USES, CLEARANCES, type SongRights, WORLDWIDE } from "../../schema/rights.ts";
import { readTerritory } from "../text/territories.ts";
import { fold } from "./fold.ts";

/** The filters for rights. A song matches none of them by a fact that is not on file. */
export const RIGHTS_FILTERS = [
  "one_stop",
  "clearance",
  "territory",
  "samples",
  "ai",
  "exclusive",
  "fee_class",
] as const;
export type RightsFilterName = (typeof RIGHTS_FILTERS)[number];

/** For each filter that is given, the accepted values. */
export type RightsFilter = Readonly<Partial<Record<RightsFilterName, readonly string[]>>>;

/** Ends the part of a territory term with the excluded ones. */
const WITHOUT = "!";
/** A licence that has no end on file. */
const NO_END = "9999-12-31";

export interface RightsTerm {
  readonly kind: RightsFilterName;
  /** Folded. */
  readonly term: string;
}

/**
 * Returns the terms of a song in the filter tables: one at most per filter. The term of a territory has all codes of the song
 * (`de,at` or `ww!us`), and that of an exclusive licence has its last day, because filters ask for one country and for today.
 */
export function rightsTerms(rights: SongRights | null | undefined): readonly RightsTerm[] {
  if (rights === null || rights === undefined) return [];
  const { oneStop, clearance, territories, excludedTerritories, samples, ai, exclusive, exclusiveUntil } = rights;
  const terms: Partial<Record<RightsFilterName, string>> = {
    ...(oneStop === null ? {} : { one_stop: String(oneStop) }),
    ...(clearance === null ? {} : { clearance }),
    ...(territories === null && excludedTerritories.length === 0
      ? {}
      : { territory: [(territories ?? []).join(","), excludedTerritories.join(",")].join(WITHOUT).toLowerCase() }),
    ...(samples === null ? {} : { samples: String(samples.length > 0) }),
    ...(ai === null ? {} : { ai }),
    ...(exclusive === null ? {} : { exclusive: exclusive ? lastDay(exclusiveUntil) : "false" }),
    ...(rights.feeClass === null ? {} : { fee_class: fold(rights.feeClass) }),
  };
  return RIGHTS_FILTERS.flatMap((kind) => {
    const term = terms[kind];
    return term === undefined ? [] : [{ kind, term }];
  });
}

function lastDay(until: number | null): string {
  return until === null ? NO_END : dayOf(until * 1_000);
}

/** The day of a time in milliseconds, in UTC: `2027-01-31`. */
export function dayOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, 0), Date.parse(NO_END))).toISOString().slice(0, 10);
}

/** Whether a song with this term matches one of the values. `today` is the day of the request. */
export function acceptsTerm(kind: RightsFilterName, values: readonly string[], term: string, today: string): boolean {
  switch (kind) {
    case "territory":
      return values.some((value) => value.split("+").every((code) => isAvailable(code, term)));
    case "exclusive":
      return values.includes(String(term !== "false" && term >= today));
    case "one_stop":
    case "clearance":
    case "samples":
    case "ai":
    case "fee_class":
      return values.includes(term);
  }
}

function isAvailable(code: string, term: string): boolean {
  const [included = "", excluded = ""] = term.split(WITHOUT).map((codes) => codes.split(","));
  const isIncluded = included.includes(code) || included.includes(WORLDWIDE.toLowerCase());
  const isWhole = code !== WORLDWIDE.toLowerCase() || excluded[0] === "";
  return isIncluded && isWhole && !excluded.includes(code);
}

/** An invalid value, with a description of valid ones. */
interface Expected {
  readonly expected: string;
}

/** Parses one value of a filter. */
export const RIGHTS_VALUES: Readonly<Record<RightsFilterName, (text: string) => string | Expected>> = {
  one_stop: truth,
  clearance: (text) => oneOf(CLEARANCES, text),
  territory: (text) => {
    const codes = readTerritory(text.length === 2 ? text.toUpperCase() : text);
    return codes === null
      ? { expected: 'a country or its code, such as "Germany" or "DE", or "WW"' }
      : codes.join("+").toLowerCase();
  },
  samples: truth,
  ai: (text) => oneOf(AI_USES, text),
  exclusive: truth,
  fee_class: fold,
};

function truth(text: string): string | Expected {
  return oneOf(["true", "false"], text);
}

function oneOf(values: readonly string[], text: string): string | Expected {
  const folded = fold(text).replaceAll(/[ -]/g, "_");
  return values.find((one) => one === folded) ?? { expected: `one of ${values.join(", ")}` };
}
