import { count, eq, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { FACETS, type Facet } from "../../schema/song.ts";
import { artists } from "../../schema/tables/catalog/artists.ts";
import { filterTerms } from "../../schema/tables/catalog/filters.ts";
import { catalogPointer } from "../../schema/tables/service/settings.ts";
import { catalogPath, type Generation, generationDir, POINTER_ID } from "../catalog/generation.ts";
import { CatalogUnreadable } from "../catalog/catalog-unreadable.ts";
import { openReadonly } from "../db/open.ts";
import type { Reading } from "../db/service-db.ts";
import { first, type Work } from "../db/work.ts";
import { databaseFailureOf } from "../lib/storage-failure.ts";

export interface CatalogCounts {
  readonly artists: number;
  /** Numbers of distinct tags by facet. */
  readonly tags: Readonly<Record<Facet, number>>;
}

/** Counts the artists and tags of a generation by scanning both tables. Throws CatalogUnreadable. */
export function countCatalog(dataDir: string, generation: Generation): CatalogCounts {
  const path = catalogPath(generationDir(dataDir, generation.number));
  try {
    return countIn(path);
  } catch (error) {
    if (databaseFailureOf(error) === null) throw error;
    throw new CatalogUnreadable(path, `generation ${generation.number} of the catalog cannot be read`, error);
  }
}

function countIn(path: string): CatalogCounts {
  const sqlite = openReadonly(path);
  try {
    const orm = drizzle(sqlite);
    const byFacet = orm
      .select({ kind: filterTerms.kind, count: count() })
      .from(filterTerms)
      .where(inArray(filterTerms.kind, [...FACETS]))
      .groupBy(filterTerms.kind)
      .all();
    const tagsOf = (facet: Facet): number => byFacet.find((row) => row.kind === facet)?.count ?? 0;
    return {
      artists: orm.select({ count: count() }).from(artists).get()?.count ?? 0,
      tags: {
        genre: tagsOf("genre"),
        mood: tagsOf("mood"),
        instrument: tagsOf("instrument"),
        characteristic: tagsOf("characteristic"),
      },
    };
  } finally {
    sqlite.close();
  }
}

/** Returns the import time of the live generation in milliseconds since the epoch, or null before the first import. */
export function* importedAt(reading: Reading): Work<number | null> {
  const row = yield* first(
    reading.orm.select({ at: catalogPointer.switchedAt }).from(catalogPointer).where(eq(catalogPointer.id, POINTER_ID)),
  );
  return row?.at ?? null;
}
