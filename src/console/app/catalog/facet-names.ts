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
  "one_stop",
  "clearance",
  "ai",
] as const;
export type FacetId = (typeof FACET_ORDER)[number];

/** Facets of rights, which most catalogs do not have. Without values they are not shown. */
export const RIGHTS_FACETS: ReadonlySet<FacetId> = new Set(["one_stop", "clearance", "ai"]);

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
