import { Elysia } from "elysia";
import type { Generation } from "../catalog/generation.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { jsonApi } from "../http/json-api.ts";
import { authentication } from "../keys/authentication.ts";
import { type CatalogCounts, countCatalog, importedAt } from "./store.ts";

const PATH = "/v1/catalog";
const EMPTY_COUNTS: CatalogCounts = { artists: 0, tags: { genre: 0, mood: 0, instrument: 0, characteristic: 0 } };

/** Serves statistics of the live catalog. A generation never changes, so it is counted only once. */
export function catalogSummaryRoutes(
  deps: Pick<FeatureDeps, "keys" | "access" | "keyUses" | "contexts" | "clock" | "config" | "db">,
  { generation, baseUrl }: { readonly generation: () => Generation | null; readonly baseUrl: () => string },
) {
  let counted: { readonly generation: number; readonly counts: CatalogCounts } | null = null;
  const countsOf = (live: Generation): CatalogCounts => {
    if (counted?.generation !== live.number) {
      counted = { generation: live.number, counts: countCatalog(deps.config.dataDir, live) };
    }
    return counted.counts;
  };

  return new Elysia().use(authentication(deps)).get(PATH, async () => {
    const live = generation();
    const { artists, tags } = live === null ? EMPTY_COUNTS : countsOf(live);
    const at = live === null ? null : await deps.db.read(importedAt(deps.db));
    const version = live?.version ?? "empty";
    const attributes = {
      version,
      generation: live?.number ?? null,
      imported_at: at === null ? null : new Date(at).toISOString(),
      songs: live?.songs ?? 0,
      artists,
      tags,
    };
    return jsonApi({ data: { type: "catalogs", id: version, attributes, links: { self: baseUrl() + PATH } } });
  });
}
