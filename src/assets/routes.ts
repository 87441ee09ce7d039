import { Elysia } from "elysia";
import { byKey } from "../audit/audit-event.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listLink, nextLink, noFilters, readListQuery } from "../http/list-query.ts";
import { IDLE_TIMEOUT_SECONDS } from "../http/socket-limits.ts";
import { pathId } from "../http/path-id.ts";
import { authentication } from "../keys/authentication.ts";
import { isUuid } from "../lib/ids.ts";
import { refuse } from "../lib/refusal.ts";
import type { Asset, AssetPosition } from "./asset.ts";
import {
  acceptedAssetDocument,
  assetDocument,
  assetResource,
  ASSETS_PATH,
  type PresentingOf,
} from "./asset-document.ts";
import { noteOpening } from "./note-opening.ts";
import type { Originals } from "./originals.ts";
import { serveOriginal } from "./serve-original.ts";
import { type AssetRemoval, removeAsset } from "./delete-asset.ts";
import type { AssetReader } from "./store.ts";
import type { UploadRequest, Uploads } from "./uploads.ts";

const NOT_RETAINED =
  "The uploaded file is not kept. The operator can keep the files of later uploads with NEEDLEDROP_ORIGINALS=keep.";
const POSITION = /^asset:(\d{1,15}):([0-9a-f-]{36})$/;

export function decodePosition(cursor: string): AssetPosition | null {
  const match = decodeCursor(cursor, POSITION);
  return match === null ? null : { submittedAt: Number(match[1]), id: match[2] ?? "" };
}

export interface AssetServices {
  readonly assets: AssetReader;
  readonly accept: Uploads["accept"];
  readonly removal: AssetRemoval;
  readonly baseUrl: () => string;
  readonly presentingOf: PresentingOf;
  readonly originals: Pick<Originals, "open">;
}

/** Endpoints that upload, read, list and delete assets. */
export function assetRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "audit" | "contexts" | "clock" | "log">,
  { assets, accept, removal, baseUrl, presentingOf, originals }: AssetServices,
) {
  const requestIdOf = (request: Request): string => deps.contexts.of(request).id;
  const noteOpened = (request: Request, key: Parameters<typeof byKey>[0], asset: Asset): void => {
    if (!deps.contexts.isHead(request)) noteOpening(deps.audit, asset, byKey(key, requestIdOf(request)));
  };
  return new Elysia()
    .use(authentication(deps))
    .post(
      ASSETS_PATH,
      async ({ key, request, server }) => {
        // Bun's idle timer would end slow uploads, so it is off while receive-form.ts watches for stalls, and until the file is stored.
        server?.timeout(request, 0);
        const context = deps.contexts.of(request);
        const onRead = (): void => void (context.isBodyRead = true);
        try {
          const { asset, ignoredParts } = await accept(key, uploadRequest(request, requestIdOf(request), onRead));
          return jsonApi(acceptedAssetDocument(asset, await presentingOf([asset]), ignoredParts), 202);
        } finally {
          // Otherwise an idle connection would never be closed.
          if (context.isBodyRead) server?.timeout(request, IDLE_TIMEOUT_SECONDS);
        }
      },
      { parse: "none" },
    )
    .get(ASSETS_PATH, ({ key, request }) => listPage(request, key.id, { db: deps.db, assets, baseUrl, presentingOf }))
    .get(`${ASSETS_PATH}/:id`, async ({ key, params, request }) => {
      const asset = await deps.db.read(assets.find(key.id, assetId(params.id)));
      if (asset === null) throw refuse("not_found");
      noteOpened(request, key, asset);
      return jsonApi(assetDocument(asset, await presentingOf([asset])));
    })
    .get(`${ASSETS_PATH}/:id/original`, async ({ key, params, request }) => {
      const asset = await deps.db.read(assets.find(key.id, assetId(params.id)));
      if (asset === null) throw refuse("not_found");
      if (!asset.originalRetained) throw refuse("not_found", { detail: NOT_RETAINED });
      noteOpened(request, key, asset);
      const at = { now: deps.clock.now(), isHead: deps.contexts.isHead(request), log: deps.log };
      return await serveOriginal(request, asset, originals, at);
    })
    .delete(`${ASSETS_PATH}/:id`, async ({ key, params, request }) => {
      const one = { keyId: key.id, id: assetId(params.id) };
      if (!(await removeAsset(byKey(key, requestIdOf(request)), one, removal))) throw refuse("not_found");
      return new Response(null, { status: 204 });
    });
}

function uploadRequest({ headers, body, signal }: Request, requestId: string, onRead: () => void): UploadRequest {
  const length = headers.get("content-length");
  return {
    contentType: headers.get("content-type"),
    contentEncoding: headers.get("content-encoding"),
    contentLength: length === null ? null : Number(length),
    body: body as ReadableStream<Uint8Array> | null,
    signal,
    requestId,
    onRead,
  };
}

async function listPage(
  request: Request,
  keyId: string,
  { db, assets, ...services }: Pick<AssetServices, "assets" | "baseUrl" | "presentingOf"> & Pick<FeatureDeps, "db">,
): Promise<Response> {
  const { size, after, parameters } = readListQuery(request.url, { decode: decodePosition, parseFilter: noFilters });
  const found = await db.read(assets.list(keyId, after, size + 1));
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  const baseUrl = services.baseUrl();
  const presenting = await services.presentingOf(page);
  const self = listLink(baseUrl, ASSETS_PATH, parameters);
  const next = last === undefined ? null : nextLink(baseUrl, ASSETS_PATH, parameters, encodeCursor(positionText(last)));
  return jsonApi({ data: page.map((asset) => assetResource(asset, presenting)), links: { self, next } });
}

/** The position of an asset in a list, which a cursor encodes. */
export function positionText({ submittedAt, id }: Asset): string {
  return `asset:${submittedAt}:${id}`;
}

/** Throws Refused (404) for an invalid id. */
export function assetId(value: string): string {
  const id = pathId(value);
  if (!isUuid(id)) throw refuse("not_found");
  return id;
}
