import { Refused, type Refusal, refusal, refuse } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { queryOf } from "./url.ts";

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
/** No list has this many parameters. Each unknown one would add an error to the response. */
const PARAMETERS_MAX = 100;

/** The parsed query of a list endpoint. */
export interface ListQuery<Position, Filter> {
  readonly size: number;
  /** The position after which the page begins; null for the first page. */
  readonly after: Position | null;
  /** Entries before the page, if the list takes `page[offset]`; else 0. */
  readonly skip: number;
  readonly filter: Filter;
  /** The order that `sort` asks for; null for the list's own order. */
  readonly sort: ListSort | null;
  /** What `weight[…]` says, by name; empty for a list without weights. */
  readonly weights: Readonly<Record<string, number>>;
  /** The query as received, for the link to the next page. */
  readonly parameters: URLSearchParams;
}

export interface ListSort {
  readonly field: string;
  readonly isDescending: boolean;
}

/** A mistake in a parameter: its name as the client wrote it, and a sentence. */
export interface ParameterComplaint {
  readonly parameter: string;
  readonly detail: string;
}

export type ParsedFilter<Filter> =
  | { readonly kind: "filter"; readonly filter: Filter }
  | { readonly kind: "complaints"; readonly complaints: readonly ParameterComplaint[] };

export interface ListShape<Position, Filter> {
  /** Decodes `page[cursor]`; its result is null for a foreign cursor. Null: the list has one page. */
  readonly decode: ((cursor: string) => Position | null) | null;
  /** Parses the `filter[…]` parameters, given without brackets. */
  readonly parseFilter: (given: Readonly<Record<string, string>>) => ParsedFilter<Filter>;
  /** The fields that the list can be sorted by; none by default. */
  readonly sorts?: readonly string[];
  /** Whether the list takes `page[offset]`; no by default. */
  readonly hasOffsets?: boolean;
  /** The names of its `weight[…]` parameters; none by default. */
  readonly weights?: readonly string[];
  /** False for an endpoint without pages, which has no `page[size]` either. */
  readonly isPaged?: boolean;
}

/** `parseFilter` of a list without filters. */
export function noFilters(given: Readonly<Record<string, string>>): ParsedFilter<null> {
  const complaints = Object.keys(given).map((name) => ({
    parameter: `filter[${name}]`,
    detail: `filter[${shorten(name)}] is not a parameter of this list.`,
  }));
  return complaints.length === 0 ? { kind: "filter", filter: null } : { kind: "complaints", complaints };
}

/** No weight is higher. */
export const LIST_WEIGHT_MAX = 10;
const WEIGHT = /^weight\[([^\]]*)\]$/;
const FILTER = /^filter\[([^\]]*)\]$/;

/**
 * Reads the query of a list: `page[size]`, `page[cursor]`, `sort`, `weight[…]` and `filter[…]`, if the list has them. Throws Refused (400) with
 * all mistakes, because a misspelt parameter must not silently list something else.
 */
export function readListQuery<Position, Filter>(
  url: string,
  shape: ListShape<Position, Filter>,
): ListQuery<Position, Filter> {
  const parameters = listParameters(url);
  const complaints: Refusal[] = [];
  const filters: [name: string, value: string][] = [];
  let size = PAGE_SIZE_DEFAULT;
  let after: Position | null = null;
  let skip = 0;
  let sort: ListSort | null = null;
  const weights: Record<string, number> = {};
  const { sorts = [], weights: weighed = [], isPaged = true, hasOffsets = false } = shape;
  for (const name of new Set(parameters.keys())) {
    const [value = "", ...more] = parameters.getAll(name);
    const filter = FILTER.exec(name)?.[1];
    const weight = WEIGHT.exec(name)?.[1];
    const shown = shorten(name);
    if (more.length > 0) complaints.push(complaint(name, `${shown} is given more than once.`));
    else if (filter !== undefined) filters.push([filter, value]);
    else if (weight !== undefined && weighed.includes(weight)) weights[weight] = readWeight(name, value, complaints);
    else if (name === "sort" && sorts.length > 0) sort = readSort(value, sorts, complaints);
    else if (name === "page[size]" && isPaged) size = readSize(value, complaints);
    else if (name === "page[cursor]" && shape.decode !== null) after = readCursor(value, shape.decode, complaints);
    else if (name === "page[offset]" && hasOffsets) skip = readOffset(value, complaints);
    else complaints.push(complaint(name, `${shown} is not a parameter of this list.`));
  }
  if (hasOffsets && parameters.has("page[offset]") && parameters.has("page[cursor]")) {
    complaints.push(
      complaint("page[offset]", "page[offset] and page[cursor] both say where the page begins: give one."),
    );
  }
  const parsed = shape.parseFilter(Object.fromEntries(filters));
  if (parsed.kind === "complaints") {
    complaints.push(...parsed.complaints.map(({ parameter, detail }) => complaint(parameter, detail)));
  }
  const [first, ...rest] = complaints;
  if (first !== undefined) throw new Refused([first, ...rest]);
  if (parsed.kind === "complaints") throw new Refused([refusal("bad_parameter")]);
  return { size, after, skip, filter: parsed.filter, sort, weights, parameters };
}

/** Returns the parameters of a list's query. Throws Refused (400) if there are too many. */
function listParameters(url: string): URLSearchParams {
  const parameters = queryOf(url);
  if (parameters.size <= PARAMETERS_MAX) return parameters;
  const detail = `A list takes at most ${PARAMETERS_MAX} query parameters, got ${parameters.size}.`;
  throw refuse("bad_parameter", { detail, meta: { limit: PARAMETERS_MAX, actual: parameters.size } });
}

function readSize(text: string, complaints: Refusal[]): number {
  const size = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= PAGE_SIZE_MAX) return size;
  const detail = `page[size] must be a whole number from 1 to ${PAGE_SIZE_MAX}, got ${JSON.stringify(shorten(text))}.`;
  complaints.push(complaint("page[size]", detail, { limit: PAGE_SIZE_MAX }));
  return PAGE_SIZE_DEFAULT;
}

function readOffset(text: string, complaints: Refusal[]): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const detail = `page[offset] must be a whole number from 0 to 999999999, got ${JSON.stringify(shorten(text))}.`;
  complaints.push(complaint("page[offset]", detail));
  return 0;
}

function readWeight(name: string, text: string, complaints: Refusal[]): number {
  const weight = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (weight <= LIST_WEIGHT_MAX) return weight;
  const detail = `${name} must be a number from 0 to ${LIST_WEIGHT_MAX}, got ${JSON.stringify(shorten(text))}.`;
  complaints.push(complaint(name, detail, { limit: LIST_WEIGHT_MAX }));
  return 0;
}

/** Reads a field, with a minus sign for the descending order, as in JSON:API. */
function readSort(text: string, sorts: readonly string[], complaints: Refusal[]): ListSort | null {
  const isDescending = text.startsWith("-");
  const field = isDescending ? text.slice(1) : text;
  if (sorts.includes(field)) return { field, isDescending };
  const detail = `sort must be one of ${sorts.join(", ")}, with a minus sign for the descending order, got ${JSON.stringify(shorten(text))}.`;
  complaints.push(complaint("sort", detail));
  return null;
}

function readCursor<Position>(
  text: string,
  decode: (cursor: string) => Position | null,
  complaints: Refusal[],
): Position | null {
  const position = decode(text);
  if (position === null) complaints.push(complaint("page[cursor]", "page[cursor] is not a cursor of this list."));
  return position;
}

function complaint(parameter: string, detail: string, meta: Readonly<Record<string, unknown>> = {}): Refusal {
  const named = shorten(parameter);
  return refusal("bad_parameter", { detail, source: { parameter: named }, meta: { parameter: named, ...meta } });
}

/** Returns the absolute link to a list with these parameters. */
export function listLink(baseUrl: string, path: string, parameters: URLSearchParams): string {
  return baseUrl + path + (parameters.size === 0 ? "" : `?${parameters.toString()}`);
}

/** Returns the link to the page after `cursor`, also for a page that was asked for by its offset. */
export function nextLink(baseUrl: string, path: string, parameters: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(parameters);
  next.delete("page[offset]");
  next.set("page[cursor]", cursor);
  return listLink(baseUrl, path, next);
}
