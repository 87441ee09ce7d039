import { AI_USES, CLEARANCES, type SongRights } from "../../schema/rights.ts";
import { float32List, uint8List } from "./growable.ts";
import { territoryTerm, UNKNOWN, UNKNOWN_DAY, withoutTerritoryTerm } from "./packed-format.ts";

/** Days since 1970: the last one that fits the column, for a licence without an end. */
const NO_END = 32_767;
const DAY_SECONDS = 86_400;

/** The columns of an index with the rights of songs. Empty if no song has rights on file. */
export interface PackedRights {
  /** 1 for a song with one licensor, 0 for others. */
  readonly oneStop: Uint8Array;
  /** Places in CLEARANCES. */
  readonly clearance: Uint8Array;
  /** Places in AI_USES. */
  readonly aiUse: Uint8Array;
  /** 1 for a song with samples or interpolations, 0 for others. */
  readonly samples: Uint8Array;
  /** The last day of an exclusive licence, in days since 1970; 0 without one. */
  readonly exclusiveUntil: Int16Array;
}

/** Rights by song in the order in which they were added. */
export class RightsColumns {
  readonly #oneStop = uint8List();
  readonly #clearance = uint8List();
  readonly #aiUse = uint8List();
  readonly #samples = uint8List();
  readonly #exclusiveUntil = float32List();
  #isEmpty = true;

  add(rights: SongRights | null): void {
    this.#isEmpty &&= rights === null;
    this.#oneStop.push(flag(rights?.oneStop));
    this.#clearance.push(placeIn(CLEARANCES, rights?.clearance));
    this.#aiUse.push(placeIn(AI_USES, rights?.ai));
    this.#samples.push(
      flag(rights?.samples === undefined || rights.samples === null ? null : rights.samples.length > 0),
    );
    this.#exclusiveUntil.push(lastDay(rights));
  }

  /** Returns the columns in the order of the songs. */
  packed(songs: Uint32Array): PackedRights {
    const order = this.#isEmpty ? new Uint32Array() : songs;
    return {
      oneStop: Uint8Array.from(order, (song) => this.#oneStop.at(song)),
      clearance: Uint8Array.from(order, (song) => this.#clearance.at(song)),
      aiUse: Uint8Array.from(order, (song) => this.#aiUse.at(song)),
      samples: Uint8Array.from(order, (song) => this.#samples.at(song)),
      exclusiveUntil: Int16Array.from(order, (song) => this.#exclusiveUntil.at(song)),
    };
  }
}

/** Stands for all codes of a song: it has some on file. */
export const ANY_TERRITORY = "any";

/** Returns the terms for the countries for which a song can be licensed, and for those that are excluded. */
export function territoryTerms(rights: SongRights | null): readonly string[] {
  const { territories = null, excludedTerritories = [] } = rights ?? {};
  return [
    ...(territories === null ? [] : [ANY_TERRITORY, ...territories]).map(territoryTerm),
    ...(excludedTerritories.length === 0 ? [] : [ANY_TERRITORY, ...excludedTerritories]).map(withoutTerritoryTerm),
  ];
}

function flag(value: boolean | null | undefined): number {
  return value === null || value === undefined ? UNKNOWN : Number(value);
}

function placeIn<Value extends string>(values: readonly Value[], value: Value | null | undefined): number {
  return value === null || value === undefined ? UNKNOWN : values.indexOf(value);
}

function lastDay(rights: SongRights | null): number {
  if (rights === null || rights.exclusive === null) return UNKNOWN_DAY;
  if (!rights.exclusive) return 0;
  const { exclusiveUntil } = rights;
  return exclusiveUntil === null ? NO_END : Math.min(NO_END, Math.max(1, Math.floor(exclusiveUntil / DAY_SECONDS)));
}
