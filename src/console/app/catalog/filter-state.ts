import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { Facet } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { filterValue } from "../lib/filter-value.ts";
import { query as pageQuery, replaceQuery } from "../lib/router.ts";
import { addressOfView, type CatalogView, viewOfAddress } from "./catalog-view.ts";
import { type CatalogSort, FACET_ORDER, type FacetId, type RangeFacet } from "./facet-names.ts";
import type { SongQuery } from "./song-pages.ts";

/** A letter more often than this would ask again before the answer is there. */
const TITLE_WAIT_MS = 300;
const BPM_ENDS = { least: 1, most: 1_000 };

/** The chosen values of each facet. */
export const chosen = signal<CatalogView["chosen"]>({});
export const ranges = signal<CatalogView["ranges"]>({});
const title = signal("");
/** The words in the field, of which `title` are those that are searched. */
export const writtenTitle = signal("");
export const sort = signal<CatalogSort>("");
/** Whether keys also stand for those that go well with them. */
export const withHarmonic = signal(false);

/** The number of the song at the top of the window, from 0. */
export const topSong = signal(0);
/** The song that the list shall show first; null once it does. */
export const startSong = signal<number | null>(null);

/** The query of the page's address: the same view for everybody who opens it. */
const catalogAddress = computed(() =>
  addressOfView({
    chosen: chosen.value,
    ranges: ranges.value,
    title: title.value,
    sort: sort.value,
    withHarmonic: withHarmonic.value,
    top: topSong.value,
  }),
);

let titleWaits: ReturnType<typeof setTimeout> | undefined;

/** Searches words of the title once no key is pressed for a moment. */
export function writeTitle(text: string): void {
  writtenTitle.value = text;
  clearTimeout(titleWaits);
  titleWaits = setTimeout(() => (title.value = text), TITLE_WAIT_MS);
}

function showTitle(text: string): void {
  clearTimeout(titleWaits);
  writtenTitle.value = text;
  title.value = text;
}

/** Shows the view of an address. */
export function showAddress(address: string): void {
  if (address === catalogAddress.peek()) return;
  const view = viewOfAddress(address);
  batch(() => {
    chosen.value = view.chosen;
    ranges.value = view.ranges;
    showTitle(view.title);
    sort.value = view.sort;
    withHarmonic.value = view.withHarmonic;
    topSong.value = view.top;
    startSong.value = view.top;
  });
}

/** What the page asks for. */
export const catalogQuery = computed<SongQuery>(() => {
  const query: Record<string, string> = {};
  for (const facet of FACET_ORDER) {
    const range = facet === "bpm" || facet === "duration" || facet === "year" ? ranges.value[facet] : undefined;
    const values = [
      ...(chosen.value[facet] ?? []).map(filterValue),
      ...(range === undefined ? [] : [rangeText(facet, range)]),
    ];
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

/** How many values and ranges of facets are chosen. */
export const chosenCount = computed(
  () =>
    Object.values(chosen.value).flat().length +
    Object.values(ranges.value).filter((range) => range !== undefined).length,
);

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

/** Keeps the view and the address equal, while the page is open. Returns the function that ends this. */
export function followAddress(): () => void {
  const ends = [
    effect(() => {
      const address = pageQuery.value;
      untracked(() => showAddress(address));
    }),
    effect(() => {
      const address = catalogAddress.value;
      untracked(() => replaceQuery(address));
    }),
  ];
  return () => ends.forEach((end) => end());
}

export function clearFilters(): void {
  batch(() => {
    chosen.value = {};
    ranges.value = {};
    showTitle("");
    withHarmonic.value = false;
  });
}
