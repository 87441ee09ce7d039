import { Elysia } from "elysia";
import { type PresentedSongs, presentSongs } from "../../catalog/present-song.ts";
import type { SongRecord } from "../../catalog/song-record.ts";
import type { ApiKey } from "../../keys/key.ts";
import { refuse } from "../../lib/refusal.ts";
import type { MakeTask } from "../../media/make/make-task.ts";
import { grantFor } from "../../media/signed-url.ts";
import type { HttpContext } from "../context.ts";
import { encodeCursor } from "../cursor.ts";
import { jsonApi } from "../json-api.ts";
import { type ListQuery, readListQuery } from "../list-query.ts";
import { pathId } from "../path-id.ts";
import { authentication } from "../plugins/authentication.ts";
import type { RequestFactsBook } from "../request-facts.ts";
import { similarSongs } from "../similar-songs.ts";
import { pathOf } from "../url.ts";

/** The catalog itself: one song, a list of songs, the songs that are like one. */
export function songRoutes(context: HttpContext, book: RequestFactsBook) {
  const { catalog, signer, clock, facts, maker } = context;
  const isHopeless = (task: MakeTask): boolean => maker.isHopeless(task);

  const present = (key: ApiKey, records: readonly SongRecord[]): PresentedSongs =>
    presentSongs(records, { key, signer, facts, grant: grantFor(key.id, null, clock.now()), isHopeless });

  return new Elysia()
    .use(authentication(context, book))
    .get("/v1/songs", ({ key, request }) => {
      const query = readListQuery(request.url, { hasPages: true });
      const page = catalog.current()?.db.listSongs(query.filter, query.after, query.size) ?? { songs: [], next: null };
      const { songs, included } = present(key, page.songs);
      const links = { self: linkTo(query.parameters), next: page.next === null ? null : linkAfter(query, page.next) };
      return jsonApi({ data: songs, included, links });
    })
    .get("/v1/songs/:id", ({ key, params }) => {
      const id = pathId(params.id);
      const record = catalog.current()?.db.songsByIds([id]).get(id);
      if (record === undefined) throw refuse("not_found");
      const { songs, included } = present(key, [record]);
      return jsonApi({ data: songs[0], included });
    })
    .get("/v1/songs/:id/similar", ({ key, params, request }) => {
      const id = pathId(params.id);
      const query = readListQuery(request.url, { hasPages: false });
      const records = similarSongs(catalog.current(), id, query);
      if (records === null) throw refuse("not_found");
      const { songs, included } = present(key, records);
      return jsonApi({
        data: songs,
        included,
        links: { self: signer.baseUrl + pathOf(request.url) + searchOf(query.parameters) },
      });
    });

  function linkTo(parameters: URLSearchParams): string {
    return `${signer.baseUrl}/v1/songs${searchOf(parameters)}`;
  }

  function linkAfter(query: ListQuery, ordinal: number): string {
    const parameters = new URLSearchParams(query.parameters);
    parameters.set("page[cursor]", encodeCursor(ordinal));
    return linkTo(parameters);
  }
}

function searchOf(parameters: URLSearchParams): string {
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}
