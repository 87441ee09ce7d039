import { parseSongFilter, type SongFilter } from "../catalog/song-filter.ts";
import { Refused, type Refusal, refusal, refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { decodeCursor } from "./cursor.ts";
import { queryOf } from "./url.ts";

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
/** A list has fewer; each one that is wrong makes an error of its own. */
const PARAMETERS_MAX = 100;

/** What a list of songs is asked for. */
export interface ListQuery {
  readonly size: number;
  /** The ordinal to go on after; null at the start. */
  readonly after: number | null;
  readonly filter: SongFilter;
  /** The query itself, to make the next page's from. */
  readonly parameters: URLSearchParams;
}

const FILTER = /^filter\[([^\]]*)\]$/;

/**
 * Reads the query of a list of songs: `page[size]`, `page[cursor]` where the list has pages, `filter[…]`.
 * Throws Refused (400) with everything that is wrong: a misspelt parameter would silently list something else.
 */
export function readListQuery(url: string, options: { readonly hasPages: boolean }): ListQuery {
  const parameters = listParameters(url);
  const complaints: Refusal[] = [];
  const filters: [name: string, value: string][] = [];
  let size = PAGE_SIZE_DEFAULT;
  let after: number | null = null;
  for (const name of new Set(parameters.keys())) {
    const [value = "", ...more] = parameters.getAll(name);
    const filter = FILTER.exec(name)?.[1];
    const shown = shorten(name);
    if (more.length > 0) complaints.push(complaint(name, `${shown} is given more than once.`));
    else if (filter !== undefined) filters.push([filter, value]);
    else if (name === "page[size]") size = readSize(value, complaints);
    else if (name === "page[cursor]" && options.hasPages) after = readCursor(value, complaints);
    else complaints.push(complaint(name, `${shown} is not a parameter of this list.`));
  }
  const parsed = parseSongFilter(Object.fromEntries(filters));
  if (parsed.kind === "complaints")
    complaints.push(...parsed.complaints.map(({ parameter, detail }) => complaint(parameter, detail)));
  const [first, ...rest] = complaints;
  if (first !== undefined || parsed.kind === "complaints") {
    throw new Refused([first ?? refusal("bad_parameter"), ...rest]);
  }
  return { size, after, filter: parsed.filter, parameters };
}

/** The parameters of a list's query. Throws Refused (400) for more than any list could have. */
export function listParameters(url: string): URLSearchParams {
  const parameters = queryOf(url);
  if (parameters.size <= PARAMETERS_MAX) return parameters;
  const detail = `A list takes ${PARAMETERS_MAX} query parameters at most, got ${parameters.size}.`;
  throw refuse("bad_parameter", { detail, meta: { limit: PARAMETERS_MAX, actual: parameters.size } });
}

/** Adds to `complaints` what is wrong with a `page[size]`. */
export function readSize(text: string, complaints: Refusal[]): number {
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= PAGE_SIZE_MAX) return size;
  const detail = `page[size] is a whole number from 1 to ${PAGE_SIZE_MAX}, got ${JSON.stringify(shorten(text))}.`;
  complaints.push(complaint("page[size]", detail, { limit: PAGE_SIZE_MAX }));
  return PAGE_SIZE_DEFAULT;
}

function readCursor(text: string, complaints: Refusal[]): number | null {
  const ordinal = decodeCursor(text);
  if (ordinal === null) complaints.push(complaint("page[cursor]", "page[cursor] is not one that this list gave out."));
  return ordinal;
}

export function complaint(parameter: string, detail: string, meta: Readonly<Record<string, unknown>> = {}): Refusal {
  return refusal("bad_parameter", { detail, meta: { parameter: shorten(parameter), ...meta } });
}
