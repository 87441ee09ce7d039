import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listLink, nextLink, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { pathOf } from "../http/url.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { refuse } from "../lib/refusal.ts";
import { grantFor } from "../media/signed-url.ts";
import type { LiveCatalog } from "./live-catalog.ts";
import { type PresentedSongs, presentSongs, type SongPresenting } from "./present-song.ts";
import { similarSongs } from "./similar-songs.ts";
import { parseSongFilter } from "./song-filter.ts";
import type { SongRecord } from "./song-record.ts";

const SONGS_PATH = "/v1/songs";
const POSITION = /^after:(\d{1,15})$/;

function decodeOrdinal(cursor: string): number | null {
  const ordinal = decodeCursor(cursor, POSITION)?.[1];
  return ordinal === undefined ? null : Number(ordinal);
}

/** One song, a list of songs, and the songs most similar to one. */
export function songRoutes(
  deps: Pick<FeatureDeps, "keys" | "contexts" | "clock">,
  { catalog, presenting }: { readonly catalog: LiveCatalog; readonly presenting: SongPresenting },
) {
  const { signer } = presenting;
  const present = (key: ApiKey, records: readonly SongRecord[]): PresentedSongs =>
    presentSongs(records, { ...presenting, key, grant: grantFor(key.id, null, deps.clock.now()) });

  return new Elysia()
    .use(authentication(deps))
    .get(SONGS_PATH, ({ key, request }) => {
      const query = readListQuery(request.url, { decode: decodeOrdinal, parseFilter: parseSongFilter });
      const page = catalog.current()?.db.listSongs(query.filter, query.after, query.size) ?? { songs: [], next: null };
      const { songs, included } = present(key, page.songs);
      const { parameters } = query;
      const self = listLink(signer.baseUrl, SONGS_PATH, parameters);
      const next =
        page.next === null
          ? null
          : nextLink(signer.baseUrl, SONGS_PATH, parameters, encodeCursor(`after:${page.next}`));
      return jsonApi({ data: songs, included, links: { self, next } });
    })
    .get(`${SONGS_PATH}/:id`, ({ key, params }) => {
      const id = pathId(params.id);
      const record = catalog.current()?.db.songsByIds([id]).get(id);
      if (record === undefined) throw refuse("not_found");
      const { songs, included } = present(key, [record]);
      return jsonApi({ data: songs[0], included });
    })
    .get(`${SONGS_PATH}/:id/similar`, ({ key, params, request }) => {
      const id = pathId(params.id);
      const query = readListQuery(request.url, { decode: null, parseFilter: parseSongFilter });
      const records = similarSongs(catalog.current(), id, query);
      if (records === null) throw refuse("not_found");
      const { songs, included } = present(key, records);
      return jsonApi({
        data: songs,
        included,
        links: { self: listLink(signer.baseUrl, pathOf(request.url), query.parameters) },
      });
    });
}
