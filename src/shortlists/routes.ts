import { Elysia } from "elysia";
import { EntryAttributes, EntryChanges, ShortlistAttributes, ShortlistChanges } from "../../schema/wire/shortlist.ts";
import type { SongPresenting } from "../catalog/present-song.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listLink, nextLink, noFilters, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { readJson } from "../http/read-json.ts";
import { authentication } from "../keys/authentication.ts";
import type { ApiKey } from "../keys/key.ts";
import { isUuid } from "../lib/ids.ts";
import { refuse } from "../lib/refusal.ts";
import { grantFor } from "../media/signed-url.ts";
import { type Described, describeEntries } from "./described-entry.ts";
import { type PresentedEntries, presentEntries, presentShortlist, SHORTLISTS_PATH, songsIn } from "./present.ts";
import { readAttributes } from "./read-attributes.ts";
import type { EntryRow } from "./shortlist.ts";
import type { ShortlistCaller, Shortlists } from "./shortlists.ts";
import { type CountedShortlist, listShortlists, type ShortlistPosition } from "./store.ts";

const POSITION = /^shortlist:(\d{1,15}):([0-9a-f-]{36})$/;
const ENTRIES_PATH = `${SHORTLISTS_PATH}/:id/entries`;
const NO_CONTENT = 204;

function decodePosition(cursor: string): ShortlistPosition | null {
  const match = decodeCursor(cursor, POSITION);
  return match === null ? null : { createdAt: Number(match[1]), id: match[2] ?? "" };
}

export interface ShortlistServices {
  readonly shortlists: Shortlists;
  readonly described: Described;
  readonly presenting: SongPresenting;
}

/** Reads and changes shortlists and their entries. */
export function shortlistRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock" | "timer" | "storage">,
  { shortlists, described, presenting }: ShortlistServices,
) {
  const { db, contexts, storage } = deps;
  const { signer } = presenting;
  const bodies = new BodyReader(deps.timer, contexts);
  const callerOf = (key: ApiKey, request: Request): ShortlistCaller => ({ key, requestId: contexts.of(request).id });
  const present = async (key: ApiKey, rows: readonly EntryRow[]): Promise<PresentedEntries> => {
    const entries = await db.read(describeEntries(rows, described));
    const known = await db.read(presenting.knownMedia(songsIn(entries)));
    return presentEntries(entries, known, { signer, key, grant: grantFor(key.id, null, deps.clock.now()) });
  };
  const bodyOf = async (request: Request, key: ApiKey): Promise<Readonly<Record<string, unknown>>> => {
    storage.requireWritable();
    return await readJson(request, key.id, bodies);
  };
  const answer = (shortlist: CountedShortlist, status = 200): Response =>
    jsonApi({ data: presentShortlist(shortlist, signer.baseUrl) }, status);
  // The row of the transaction: a moment later, another request can have removed the entry.
  const entryAnswer = async (key: ApiKey, row: EntryRow, status = 200): Promise<Response> => {
    const { data, included } = await present(key, [row]);
    return jsonApi({ data: data[0], included }, status);
  };

  return new Elysia()
    .use(authentication(deps))
    .get(SHORTLISTS_PATH, async ({ key, request }) => {
      const { size, after, parameters } = readListQuery(request.url, {
        decode: decodePosition,
        parseFilter: noFilters,
      });
      const found = await db.read(listShortlists(db, key.id, { after, limit: size + 1 }));
      const page = found.slice(0, size);
      const last = found.length > size ? page.at(-1)?.row : undefined;
      const cursor = last === undefined ? null : encodeCursor(`shortlist:${last.createdAt}:${last.id}`);
      return jsonApi({
        data: page.map((one) => presentShortlist(one, signer.baseUrl)),
        links: {
          self: listLink(signer.baseUrl, SHORTLISTS_PATH, parameters),
          next: cursor === null ? null : nextLink(signer.baseUrl, SHORTLISTS_PATH, parameters, cursor),
        },
      });
    })
    .post(
      SHORTLISTS_PATH,
      async ({ key, request }) => {
        const attributes = readAttributes(await bodyOf(request, key), "shortlists", ShortlistAttributes);
        return answer(await shortlists.create(callerOf(key, request), attributes), 201);
      },
      { parse: "none" },
    )
    .get(`${SHORTLISTS_PATH}/:id`, async ({ key, params }) => answer(await shortlists.find({ key }, uuidIn(params.id))))
    .patch(
      `${SHORTLISTS_PATH}/:id`,
      async ({ key, params, request }) => {
        const id = uuidIn(params.id);
        const change = readAttributes(await bodyOf(request, key), "shortlists", ShortlistChanges);
        return answer(await shortlists.change(callerOf(key, request), id, change));
      },
      { parse: "none" },
    )
    .delete(`${SHORTLISTS_PATH}/:id`, async ({ key, params, request }) => {
      await shortlists.remove(callerOf(key, request), uuidIn(params.id));
      return new Response(null, { status: NO_CONTENT });
    })
    .get(ENTRIES_PATH, async ({ key, params }) => {
      const id = uuidIn(params.id);
      const { rows } = await shortlists.findWithEntries({ key }, id);
      const presented = await present(key, rows);
      return jsonApi({ ...presented, links: { self: `${signer.baseUrl}${SHORTLISTS_PATH}/${id}/entries` } });
    })
    .post(
      ENTRIES_PATH,
      async ({ key, params, request }) => {
        const id = uuidIn(params.id);
        const attributes = readAttributes(await bodyOf(request, key), "shortlist_entries", EntryAttributes);
        const { row, isNew } = await shortlists.add(callerOf(key, request), id, attributes);
        return await entryAnswer(key, row, isNew ? 201 : 200);
      },
      { parse: "none" },
    )
    .patch(
      `${ENTRIES_PATH}/:entry`,
      async ({ key, params, request }) => {
        const id = uuidIn(params.id);
        const change = readAttributes(await bodyOf(request, key), "shortlist_entries", EntryChanges);
        return await entryAnswer(
          key,
          await shortlists.changeEntry(callerOf(key, request), id, uuidIn(params.entry), change),
        );
      },
      { parse: "none" },
    )
    .delete(`${ENTRIES_PATH}/:entry`, async ({ key, params, request }) => {
      await shortlists.removeEntry(callerOf(key, request), uuidIn(params.id), uuidIn(params.entry));
      return new Response(null, { status: NO_CONTENT });
    });
}

/** Throws Refused (404) for an invalid id. */
export function uuidIn(value: string): string {
  const id = pathId(value);
  if (!isUuid(id)) throw refuse("not_found");
  return id;
}
