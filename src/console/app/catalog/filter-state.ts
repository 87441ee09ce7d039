import { computed, signal } from "@preact/signals";
import type { Facet } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import type { SongQuery } from "./song-pages.ts";

/** The facets as the page shows them, in this order. Their names are those of the filters. */
export const FACET_ORDER = [
  "genre",
  "mood",
  "instrument",
  "energy",
  "vocals",
  "key",
  "bpm",
  "duration",
  "year",
  "characteristic",
] as const;
export type FacetId = (typeof FACET_ORDER)[number];

/** Filters that also take a range of numbers. */
export const RANGE_FACETS = ["bpm", "duration", "year"] as const;
export type RangeFacet = (typeof RANGE_FACETS)[number];

export const SORTS = [
  "",
  "title",
  "-title",
  "-released_at",
  "released_at",
  "bpm",
  "-bpm",
  "duration",
  "-duration",
  "energy",
  "-energy",
] as const;
export type CatalogSort = (typeof SORTS)[number];

const BPM_ENDS = { least: 1, most: 1_000 };

/** The chosen values of each facet. */
export const chosen = signal<Readonly<Partial<Record<FacetId, readonly string[]>>>>({});
/** Ranges such as `90..110`. */
export const ranges = signal<Readonly<Partial<Record<RangeFacet, string>>>>({});
export const title = signal("");
export const sort = signal<CatalogSort>("");
/** Whether keys also stand for those that go well with them. */
export const withHarmonic = signal(false);

/** What the page asks for. */
export const catalogQuery = computed<SongQuery>(() => {
  const query: Record<string, string> = {};
  for (const facet of FACET_ORDER) {
    const range = facet === "bpm" || facet === "duration" || facet === "year" ? ranges.value[facet] : undefined;
    const values = [...(chosen.value[facet] ?? []), ...(range === undefined ? [] : [rangeText(facet, range)])];
    const name = facet === "key" && withHarmonic.value ? "harmonic" : facet;
    if (values.length > 0) query[`filter[${name}]`] = values.join(",");
  }
  if (title.value.trim() !== "") query["filter[title]"] = title.value.trim();
  if (sort.value !== "") query["sort"] = sort.value;
  return query;
});

/** The filter of tempo has no open ends. */
function rangeText(facet: FacetId, range: string): string {
  const [from = "", to = ""] = range.split("..");
  return facet === "bpm" ? `${from || BPM_ENDS.least}..${to || BPM_ENDS.most}` : range;
}

export const isFiltered = computed(() => Object.keys(catalogQuery.value).some((name) => name.startsWith("filter")));

/** The values of all facets with their counts; null until they are there. */
export const facets = signal<readonly Facet[] | null>(null);
export const facetFailure = signal<string | null>(null);

/** Reads the counts for the chosen filters. */
export async function readFacets(query: SongQuery, ended: AbortSignal): Promise<void> {
  const { sort: _sort, ...filters } = query;
  try {
    const { body } = await client.listFacets({ query: filters, signal: ended });
    if (ended.aborted) return;
    facets.value = body.data;
    facetFailure.value = null;
  } catch (error) {
    if (!ended.aborted) facetFailure.value = messageOf(error);
  }
}

export function toggleValue(facet: FacetId, value: string): void {
  const before = chosen.value[facet] ?? [];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  chosen.value = { ...chosen.value, [facet]: after };
}

/** Sets a range from two fields, either of which can be empty. */
export function setRange(facet: RangeFacet, from: string, to: string): void {
  const { [facet]: _before, ...others } = ranges.value;
  const isEmpty = from === "" && to === "";
  const isUpsideDown = from !== "" && to !== "" && Number(from) > Number(to);
  if (isUpsideDown) return;
  ranges.value = isEmpty ? others : { ...others, [facet]: `${from}..${to}` };
}

export function clearFilters(): void {
  chosen.value = {};
  ranges.value = {};
  title.value = "";
  withHarmonic.value = false;
}
