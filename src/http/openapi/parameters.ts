import { FILTER_NAMES, type FilterName } from "../../catalog/song-filter.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../list-query.ts";

const TEXT = { type: "string" };

const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  genre: "Tags, separated by commas.",
  mood: "Tags, separated by commas.",
  instrument: "Tags, separated by commas.",
  characteristic: "Tags, separated by commas.",
  energy: "`very_low`, `low`, `medium`, `high`.",
  bpm: "A number or a range such as `118..124`.",
  key: "Name and mode, such as `A minor`.",
  artist: "Ids or names of artists.",
  instrumental: "`true`: any file of the song is instrumental or has background vocals only.",
  explicit: "`true` or `false`.",
};

export const pageSize = {
  name: "page[size]",
  in: "query",
  description: "How many entries at most.",
  schema: { type: "integer", minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
};

export const pageCursor = {
  name: "page[cursor]",
  in: "query",
  description: "A place in the list, out of `links.next`.",
  schema: TEXT,
};

/** Several filters all apply; the values of one, separated by commas, are alternatives. */
export const filters = FILTER_NAMES.map((name) => ({
  name: `filter[${name}]`,
  in: "query",
  description: FILTER_WORDS[name],
  schema: TEXT,
}));

export function pathParameter(name: string, description: string): object {
  return { name, in: "path", required: true, description, schema: TEXT };
}

/** The query of a signed URL. */
export const signature = [
  {
    name: "key",
    in: "query",
    required: true,
    description: "The id of the API key.",
    schema: { type: "string", format: "uuid" },
  },
  { name: "token", in: "query", required: true, description: "The signature.", schema: TEXT },
  { name: "expires", in: "query", required: true, description: "Unix seconds.", schema: { type: "integer" } },
  { name: "search_id", in: "query", description: "The search it came with; not signed.", schema: TEXT },
];

export const range = {
  name: "Range",
  in: "header",
  description: "One range of bytes; several, or another unit, give the whole file.",
  schema: TEXT,
};
