import { type Facet, FACETS, type Tags } from "../../schema/song.ts";
import { assert } from "../lib/assert.ts";

/** Parses the `tags` column. */
export function parseTags(json: string): Tags {
  const value: unknown = JSON.parse(json);
  assert(isTags(value), "songs.tags holds four lists");
  return value;
}

function isTags(value: unknown): value is Tags {
  if (typeof value !== "object" || value === null) return false;
  const lists: Partial<Record<Facet, unknown>> = value;
  return FACETS.every((facet) => Array.isArray(lists[facet]));
}
