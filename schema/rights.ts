/** Rights of a song as the catalog states them. A missing value means that nothing is on file, never that it is fine. */

/** How much AI made of a recording: nothing, a part, or (nearly) all of it. */
export const AI_USES = ["human", "with_ai", "by_ai"] as const;
export type AiUse = (typeof AI_USES)[number];

/** Whether a licence is agreed in advance, or each use is asked for. */
export const CLEARANCES = ["pre_cleared", "on_request"] as const;
export type Clearance = (typeof CLEARANCES)[number];

/** What a song takes from another one: a piece of its recording, or of its composition. */
export const QUOTES = ["sample", "interpolation"] as const;
export type Quote = (typeof QUOTES)[number];

/** The code for all countries, beside those of ISO 3166-1 alpha-2. */
export const WORLDWIDE = "WW";

/** A writer or a publisher. Missing texts are "". */
export interface RightsHolder {
  readonly name: string;
  /** As the catalog has it, such as "composer" or "CA". */
  readonly role: string;
  /** Interested Parties Information number: 9 to 11 digits. */
  readonly ipi: string;
  /** The society that collects performing rights. */
  readonly society: string;
  /** Percent. */
  readonly share: number | null;
}

export interface SongRights {
  readonly writers: readonly RightsHolder[];
  readonly publishers: readonly RightsHolder[];
  /** `T-034.524.680-1`. */
  readonly iswc: string | null;
  readonly masterOwner: string | null;
  /** Whether one licensor grants master and publishing. */
  readonly oneStop: boolean | null;
  readonly clearance: Clearance | null;
  /** Codes of the countries for which the song can be licensed, or WORLDWIDE. Null if the catalog does not say. */
  readonly territories: readonly string[] | null;
  readonly excludedTerritories: readonly string[];
  /** Uses that the licensor refuses, in the catalog's words. */
  readonly excludedUses: readonly string[];
  readonly feeClass: string | null;
  /** Empty if the song has neither. Null if the catalog does not say. */
  readonly samples: readonly Quote[] | null;
  readonly ai: AiUse | null;
  readonly exclusive: boolean | null;
  readonly exclusiveTo: string | null;
  /** Unix seconds; null if no end is on file. */
  readonly exclusiveUntil: number | null;
}

export const NO_RIGHTS: SongRights = {
  writers: [],
  publishers: [],
  iswc: null,
  masterOwner: null,
  oneStop: null,
  clearance: null,
  territories: null,
  excludedTerritories: [],
  excludedUses: [],
  feeClass: null,
  samples: null,
  ai: null,
  exclusive: null,
  exclusiveTo: null,
  exclusiveUntil: null,
};
