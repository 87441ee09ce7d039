import { Elysia } from "elysia";
import type { AdminCatalogAttributes, CatalogChangeAttributes } from "../../../schema/wire/admin-catalog.ts";
import type { Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import type { FeatureDeps } from "../../feature/feature.ts";
import { decodeCursor } from "../../http/cursor.ts";
import { jsonApi } from "../../http/json-api.ts";
import { listDocument, pageAfter } from "../../http/list-document.ts";
import { noFilters, readListQuery } from "../../http/list-query.ts";
import { pathId } from "../../http/path-id.ts";
import { administration } from "../../keys/admin-authentication.ts";
import { type Refused, refuse } from "../../lib/refusal.ts";
import { currentGeneration } from "../generation.ts";
import { catalogChanges, type PastChange } from "../history-store.ts";
import { restoreSongs } from "../import/remove-songs.ts";
import { keptGenerations } from "../stored/kept-generations.ts";
import { removedSongIds, removedSongs } from "../removed-songs-store.ts";
import type { CatalogRuns } from "./catalog-runs.ts";

const PATH = "/v1/admin/catalog";
const HISTORY_PATH = `${PATH}/history`;
const REMOVED_PATH = `${PATH}/removed-songs`;
const POSITION = /^[^\0]{1,300}$/;

export interface CatalogAdministration {
  readonly baseUrl: () => string;
  readonly runs: CatalogRuns;
}

/** The current catalog, its history, and the songs that were taken down. */
export function adminCatalogRoutes(
  deps: Pick<FeatureDeps, "db" | "config" | "access" | "contexts" | "audit" | "storage">,
  { baseUrl, runs }: CatalogAdministration,
) {
  const { db, config, audit, storage } = deps;
  const decode = (cursor: string): string | null => decodeCursor(cursor, POSITION)?.[0] ?? null;
  return new Elysia()
    .use(administration(deps))
    .get(PATH, async () => {
      const current = await db.read(currentGeneration(db));
      const kept = await keptGenerations({ dataDir: config.dataDir, serviceDb: db });
      const attributes: AdminCatalogAttributes = {
        generation: current?.number ?? null,
        version: current?.version ?? null,
        songs: current?.songs ?? 0,
        can_undo: current !== null && kept.some((number) => number < current.number),
        removed_songs: (await db.read(removedSongs(db))).length,
        run_id: runs.list().find(({ state }) => state === "running")?.id ?? null,
      };
      return jsonApi({ data: { type: "catalogs", id: "current", attributes } });
    })
    .get(HISTORY_PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter: noFilters });
      const read = await db.read(catalogChanges(db));
      const changes = read.map((change) => ({ id: `${change.generation} ${change.at}`, change }));
      const { shown, last } = pageAfter(changes, query);
      const data = shown.map(({ id, change }) => ({ type: "catalog_changes", id, attributes: changeOf(change) }));
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: HISTORY_PATH }));
    })
    .get(REMOVED_PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter: noFilters });
      const { shown, last } = pageAfter(await db.read(removedSongs(db)), query);
      const data = shown.map(({ id, removedAt }) => ({
        type: "removed_songs",
        id,
        attributes: { removed_at: new Date(removedAt).toISOString() },
      }));
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: REMOVED_PATH }));
    })
    .delete(`${REMOVED_PATH}/:id`, async ({ params, by }) => {
      const id = pathId(params.id);
      const notRemoved = (): Refused => refuse("not_found", { detail: "The song was not taken down." });
      if (!(await db.read(removedSongIds(db))).has(id)) throw notRemoved();
      storage.requireWritable();
      const record = (tx: Writing): Work<void> =>
        audit.recordIn(tx, { ...by, action: "songs.restored", objects: { songs: [id], count: 1 } });
      const unknown = await restoreSongs({ serviceDb: db, onRestored: record }, [id]);
      // Another request can have restored it in the meantime.
      if (unknown.length > 0) throw notRemoved();
      return new Response(null, { status: 204 });
    });
}

function changeOf({ at, ...change }: PastChange): CatalogChangeAttributes {
  return { at: new Date(at).toISOString(), ...change };
}
