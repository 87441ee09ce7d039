import { asc, desc, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { filterTerms } from "../../schema/tables/catalog/filters.ts";
import { LISTED_FACETS, type ListedFacet } from "../../schema/wire/mcp.ts";
import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { catalogPath, type Generation, generationDir } from "../catalog/generation.ts";
import { openReadonly } from "../db/open.ts";
import { databaseFailureOf } from "../lib/storage-failure.ts";

/** Values that are held in memory. A catalog has a few hundred; the rarest of more are left off. */
const VALUES_MAX = 20_000;

export interface FacetValue {
  readonly facet: ListedFacet;
  readonly value: string;
  readonly songs: number;
}

/** Reads the values that songs can be filtered by, the most frequent first. Throws CatalogUnreadable. */
export function readFacets(dataDir: string, generation: Generation): readonly FacetValue[] {
  const path = catalogPath(generationDir(dataDir, generation.number));
  try {
    const sqlite = openReadonly(path);
    try {
      const rows = drizzle(sqlite)
        .select({ facet: filterTerms.kind, value: filterTerms.folded, songs: filterTerms.songs })
        .from(filterTerms)
        .where(inArray(filterTerms.kind, [...LISTED_FACETS]))
        .orderBy(desc(filterTerms.songs), asc(filterTerms.folded))
        .limit(VALUES_MAX)
        .all();
      return rows.flatMap(({ facet, ...row }) => (isListed(facet) ? [{ ...row, facet }] : []));
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (databaseFailureOf(error) === null) throw error;
    throw new CatalogUnreadable(path, `generation ${generation.number} of the catalog cannot be read`, error);
  }
}

function isListed(facet: string): facet is ListedFacet {
  return LISTED_FACETS.some((one) => one === facet);
}
