import { type CatalogSort, FACET_ORDER, type FacetId, RANGE_FACETS, type RangeFacet, SORTS } from "./facet-names.ts";

/** Filters, order and place of the list of songs. */
export interface CatalogView {
  readonly chosen: Readonly<Partial<Record<FacetId, readonly string[]>>>;
  /** Ranges such as `90..110`. */
  readonly ranges: Readonly<Partial<Record<RangeFacet, string>>>;
  readonly title: string;
  readonly sort: CatalogSort;
  readonly withHarmonic: boolean;
  /** The number of the song at the top of the window, from 0. */
  readonly top: number;
}

const RANGE = /^\d{0,6}\.\.\d{0,6}$/;
const NUMBER = /^[1-9]\d{0,8}$/;

/** Returns a view as the query of an address, with its question mark; empty for the whole catalog from its start. */
export function addressOfView({ chosen, ranges, title, sort, withHarmonic, top }: CatalogView): string {
  const query = new URLSearchParams();
  for (const facet of FACET_ORDER) for (const value of chosen[facet] ?? []) query.append(facet, value);
  for (const facet of RANGE_FACETS) if (ranges[facet] !== undefined) query.set(`${facet}-range`, ranges[facet]);
  if (withHarmonic) query.set("harmonic", "yes");
  if (title.trim() !== "") query.set("title", title.trim());
  if (sort !== "") query.set("sort", sort);
  if (top > 0) query.set("song", String(top + 1));
  return query.size === 0 ? "" : `?${query.toString()}`;
}

/** Returns the view of an address. Parts that it does not know are left out. */
export function viewOfAddress(address: string): CatalogView {
  const query = new URLSearchParams(address);
  const chosen = FACET_ORDER.map((facet) => [facet, query.getAll(facet)] as const);
  const ranges = RANGE_FACETS.map((facet) => [facet, query.get(`${facet}-range`) ?? ""] as const);
  const number = query.get("song") ?? "";
  return {
    chosen: Object.fromEntries(chosen.filter(([, values]) => values.length > 0)),
    ranges: Object.fromEntries(ranges.filter(([, range]) => RANGE.test(range))),
    title: query.get("title") ?? "",
    sort: SORTS.find((one) => one === query.get("sort")) ?? "",
    withHarmonic: query.get("harmonic") === "yes",
    top: NUMBER.test(number) ? Number(number) - 1 : 0,
  };
}
