import type { SongRights } from "../../schema/rights.ts";
import { assert } from "../lib/assert.ts";

/** Parses the column of `song_rights`. */
export function parseRights(json: string): SongRights {
  const value: unknown = JSON.parse(json);
  assert(isRights(value), "song_rights.rights holds an object with lists of writers and publishers");
  return value;
}

function isRights(value: unknown): value is SongRights {
  if (typeof value !== "object" || value === null) return false;
  return "writers" in value && Array.isArray(value.writers) && "publishers" in value && Array.isArray(value.publishers);
}
