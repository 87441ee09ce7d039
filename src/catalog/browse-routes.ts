import { Elysia } from "elysia";
import type { FeatureDeps } from "../feature/feature.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listLink, nextLink, noFilters, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { refuse } from "../lib/refusal.ts";
import { FACET_NAMES, type FacetCounts } from "./listing/count-facets.ts";
import { parseListFilter } from "./listing/list-song-filter.ts";
import type { ListedPlaylist } from "./listing/listing-store.ts";
import type { SongListing } from "./listing/song-listing.ts";
import { isVisible, withVisiblePlaylists } from "./listing/visible-playlists.ts";
import type { LiveCatalog } from "./live-catalog.ts";
import { presentArtist, type Resource, type SongPresenting } from "./present-song.ts";

const FACETS_PATH = "/v1/facets";
const PLAYLISTS_PATH = "/v1/playlists";
const ARTISTS_PATH = "/v1/artists";
const POSITION = /^after:(\d{1,16})$/;
const PLAYLIST_ID = /^\d{1,16}$/;

function decodeId(cursor: string): number | null {
  const id = decodeCursor(cursor, POSITION)?.[1];
  return id === undefined ? null : Number(id);
}

/** Facets of the catalog, playlists and artists. */
export function browseRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock">,
  {
    catalog,
    listing,
    presenting: { signer },
  }: { readonly catalog: LiveCatalog; readonly listing: SongListing; readonly presenting: SongPresenting },
) {
  const presentPlaylists = async (playlists: readonly ListedPlaylist[]): Promise<readonly Resource[]> => {
    const counts = await listing.playlistCounts(playlists.map(({ id }) => id));
    return playlists.map(({ id, name, isPublic }) => ({
      type: "playlists",
      id: String(id),
      attributes: { name, public: isPublic, songs: counts.get(id) ?? 0 },
      links: { self: `${signer.baseUrl}${PLAYLISTS_PATH}/${id}` },
    }));
  };

  return new Elysia()
    .use(authentication(deps))
    .get(FACETS_PATH, async ({ key, request }) => {
      const { filter, parameters } = readListQuery(request.url, {
        decode: null,
        parseFilter: (raw) => parseListFilter(raw, deps.clock.now()),
        isPaged: false,
      });
      const counted = await listing.facets(withVisiblePlaylists(catalog.current(), filter, key));
      return jsonApi({
        data: counted === null ? [] : FACET_NAMES.map((name) => facetResource(name, counted.facets[name])),
        meta: { total: counted?.total ?? 0 },
        links: { self: listLink(signer.baseUrl, FACETS_PATH, parameters) },
      });
    })
    .get(PLAYLISTS_PATH, async ({ key, request }) => {
      const query = readListQuery(request.url, { decode: decodeId, parseFilter: noFilters });
      const { parameters, size } = query;
      const store = catalog.current()?.db.listing;
      const found = store?.playlistsAfter(query.after ?? -1, size + 1, key.playlistIds) ?? [];
      const page = found.slice(0, size);
      const last = page.at(-1);
      const next =
        found.length > size && last !== undefined
          ? nextLink(signer.baseUrl, PLAYLISTS_PATH, parameters, encodeCursor(`after:${last.id}`))
          : null;
      return jsonApi({
        data: await presentPlaylists(page),
        meta: { total: store?.countPlaylists(key.playlistIds) ?? 0 },
        links: { self: listLink(signer.baseUrl, PLAYLISTS_PATH, parameters), next },
      });
    })
    .get(`${PLAYLISTS_PATH}/:id`, async ({ key, params }) => {
      const playlist = visiblePlaylist(catalog, pathId(params.id), key);
      if (playlist === null) throw refuse("not_found");
      return jsonApi({ data: (await presentPlaylists([playlist]))[0] });
    })
    .get(`${ARTISTS_PATH}/:id`, async ({ params }) => {
      const id = pathId(params.id);
      const artist = catalog.current()?.db.artist(id) ?? null;
      if (artist === null) throw refuse("not_found");
      const self = `${signer.baseUrl}${ARTISTS_PATH}/${encodeURIComponent(id)}`;
      return jsonApi({
        data: { ...presentArtist(artist, signer), links: { self } },
        meta: { songs: await listing.countOfArtist(id) },
      });
    });
}

function visiblePlaylist(catalog: LiveCatalog, id: string, key: ApiKey): ListedPlaylist | null {
  const number = PLAYLIST_ID.test(id) ? Number(id) : Number.NaN;
  if (!Number.isSafeInteger(number) || String(number) !== id) return null;
  const playlist = catalog.current()?.db.listing.playlist(number) ?? null;
  return playlist !== null && isVisible(playlist, key) ? playlist : null;
}

function facetResource(id: string, { values, more }: FacetCounts): Resource {
  return { type: "facets", id, attributes: { values, more } };
}
