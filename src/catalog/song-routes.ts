import { Elysia } from "elysia";
import { LIKENESS_FACETS } from "../../schema/sound-descriptor.ts";
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
import { type FacetLikeness, PLAIN_WEIGHTS } from "../ranking/sound/compare.ts";
import { NO_LIST_FILTER, parseListFilter } from "./listing/list-song-filter.ts";
import type { OrdinalPage, PageRequest, SongListing } from "./listing/song-listing.ts";
import { SORT_FIELDS } from "./listing/song-order.ts";
import { withVisiblePlaylists } from "./listing/visible-playlists.ts";
import type { LiveCatalog } from "./live-catalog.ts";
import { measuredRefs, withMeasured } from "./measured.ts";
import { type PresentedSongs, presentSongs, type SongPresenting } from "./present-song.ts";
import { sharedFacts } from "./shared-facts.ts";
import { similarAmong } from "./similar-songs.ts";
import { NO_FILTER } from "./song-filter.ts";
import type { SongRecord } from "./song-record.ts";

const SONGS_PATH = "/v1/songs";
const POSITION = /^after:(\d{1,15})$/;

function decodeOrdinal(cursor: string): number | null {
  const ordinal = decodeCursor(cursor, POSITION)?.[1];
  return ordinal === undefined ? null : Number(ordinal);
}

/** One song, a list of songs, and the songs most similar to one. */
export function songRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock">,
  {
    catalog,
    listing,
    presenting,
  }: { readonly catalog: LiveCatalog; readonly listing: SongListing; readonly presenting: SongPresenting },
) {
  const { signer } = presenting;
  const present = async (key: ApiKey, records: readonly SongRecord[]): Promise<PresentedSongs> => {
    const known = await deps.db.read(presenting.knownMedia(records));
    return presentSongs(records, known, { signer, key, grant: grantFor(key.id, null, deps.clock.now()) });
  };

  return new Elysia()
    .use(authentication(deps))
    .get(SONGS_PATH, async ({ key, request }) => {
      const { parameters, ...query } = readListQuery(request.url, {
        decode: decodeOrdinal,
        parseFilter: (raw) => parseListFilter(raw, deps.clock.now()),
        sorts: SORT_FIELDS,
        hasOffsets: true,
      });
      const filter = withVisiblePlaylists(catalog.current(), query.filter, key);
      const wanted = { filter, sort: sortOf(query.sort), after: query.after, skip: query.skip, size: query.size };
      const page = plainPage(catalog, wanted) ?? (await listing.page(wanted));
      if (page === null) throw foreignCursor();
      const records = catalog.current()?.db.songsByOrdinals(page.ordinals) ?? [];
      const { songs, included } = await present(key, records);
      const self = listLink(signer.baseUrl, SONGS_PATH, parameters);
      const next =
        page.next === null
          ? null
          : nextLink(signer.baseUrl, SONGS_PATH, parameters, encodeCursor(`after:${page.next}`));
      return jsonApi({ data: songs, included, meta: { total: page.total }, links: { self, next } });
    })
    .get(`${SONGS_PATH}/:id`, async ({ key, params }) => {
      const id = pathId(params.id);
      const record = catalog.current()?.db.songsByIds([id]).get(id);
      if (record === undefined) throw refuse("not_found");
      const { songs, included } = await present(key, [record]);
      return jsonApi({ data: songs[0], included });
    })
    .get(`${SONGS_PATH}/:id/similar`, async ({ key, params, request }) => {
      const id = pathId(params.id);
      const query = readListQuery(request.url, {
        decode: null,
        parseFilter: (raw) => parseListFilter(raw, deps.clock.now()),
        weights: LIKENESS_FACETS,
      });
      const filter = withVisiblePlaylists(catalog.current(), query.filter, key);
      const weights = { ...PLAIN_WEIGHTS, ...query.weights };
      const among = filter === NO_LIST_FILTER ? null : await listing.matching(filter);
      const open = catalog.current();
      const similar = similarAmong(open, id, { size: query.size, among, weights });
      const song = open?.db.songsByIds([id]).get(id);
      if (similar === null || song === undefined) throw refuse("not_found");
      const records = [song, ...similar.map(({ record }) => record)];
      const found = await deps.db.read(presenting.facts.of(measuredRefs(records)));
      const [measured = song, ...others] = withMeasured(records, found);
      const { songs, included } = await present(key, others);
      const data = songs.map((resource, at) => {
        const { score = 0, reasons = [], reasonFacts = [], sound = null } = similar[at] ?? {};
        const shared = sharedFacts(measured, others[at] ?? measured);
        const meta = {
          rank: at + 1,
          score,
          reasons: [...reasons, ...shared.map(({ text }) => text)],
          reason_facts: [...reasonFacts, ...shared.map(({ facts }) => facts)],
          sound: rounded(sound),
        };
        return { ...resource, meta };
      });
      const self = listLink(signer.baseUrl, pathOf(request.url), query.parameters);
      return jsonApi({ data, included, links: { self } });
    });
}

/** Rounds to thousandths: more digits of 8 bits mean nothing. */
function rounded(sound: FacetLikeness | null): FacetLikeness | null {
  if (sound === null) return null;
  const { feel, harmony, rhythm, instruments } = sound;
  const round = (value: number): number => Math.max(-1, Math.min(1, Math.round(1_000 * value) / 1_000));
  return { feel: round(feel), harmony: round(harmony), rhythm: round(rhythm), instruments: round(instruments) };
}

/** Returns a page of the complete catalog in its own order, which needs no columns; null for any other list. */
function plainPage(catalog: LiveCatalog, { filter, sort, after, skip, size }: PageRequest): OrdinalPage | null {
  const open = catalog.current();
  if (open === null || sort !== null || skip > 0 || filter !== NO_LIST_FILTER) return null;
  const { songs, next } = open.db.listSongs(NO_FILTER, after, size);
  const hidden = open.db.listing.ordinalsOfIds(open.db.hiddenIds()).length;
  return { ordinals: songs.map(({ ordinal }) => ordinal), next, total: open.generation.songs - hidden };
}

function sortOf(sort: { readonly field: string; readonly isDescending: boolean } | null): PageRequest["sort"] {
  const field = SORT_FIELDS.find((one) => one === sort?.field);
  return sort === null || field === undefined ? null : { field, isDescending: sort.isDescending };
}

function foreignCursor(): Error {
  const parameter = "page[cursor]";
  return refuse("bad_parameter", {
    detail: "page[cursor] names a song that is not in the catalog any more. Read the list again from its first page.",
    source: { parameter },
    meta: { parameter },
  });
}
