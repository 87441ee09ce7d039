import { Elysia } from "elysia";
import { assetDocument, assetResource, ASSETS_PATH } from "../../assets/asset-document.ts";
import { removeAsset } from "../../assets/delete-asset.ts";
import type { Asset } from "../../assets/asset.ts";
import { isUuid } from "../../lib/ids.ts";
import { Refused, refuse } from "../../lib/refusal.ts";
import { readAssetQuery } from "../asset-query.ts";
import type { HttpContext } from "../context.ts";
import { encodeAssetCursor } from "../cursor.ts";
import { jsonApi } from "../json-api.ts";
import { pathId } from "../path-id.ts";
import { authentication } from "../plugins/authentication.ts";
import type { RequestFactsBook } from "../request-facts.ts";
import { IDLE_TIMEOUT_SECONDS } from "../socket-limits.ts";

/** Uploading pictures and film, and what became of them. */
export function assetRoutes(context: HttpContext, book: RequestFactsBook) {
  const { assets, uploads, removing, signer, metrics } = context;

  return new Elysia()
    .use(authentication(context, book))
    .post(
      ASSETS_PATH,
      async ({ key, request, server }) => {
        // Bun's timer ends slow uploads too; receive-form.ts has a watchdog of its own.
        server?.timeout(request, 0);
        const onRead = (): void => {
          book.of(request).isBodyRead = true;
          // Otherwise the connection is never ended, however long it is idle.
          server?.timeout(request, IDLE_TIMEOUT_SECONDS);
        };
        const { headers, body, signal } = request;
        const length = headers.get("content-length");
        try {
          const asset = await uploads.accept(key, {
            contentType: headers.get("content-type"),
            contentEncoding: headers.get("content-encoding"),
            contentLength: length === null ? null : Number(length),
            body: body as ReadableStream<Uint8Array> | null,
            signal,
            onRead,
          });
          metrics.uploadEnded("accepted", asset.byteSize);
          return jsonApi(assetDocument(asset, signer.baseUrl), 202);
        } catch (error) {
          if (error instanceof Refused) metrics.uploadEnded(error.refusals[0].name, 0);
          throw error;
        }
      },
      { parse: "none" },
    )
    .get(ASSETS_PATH, ({ key, request }) => {
      const { size, after, parameters } = readAssetQuery(request.url);
      const found = assets.list(key.id, after, size + 1);
      const page = found.slice(0, size);
      const last = found.length > size ? page.at(-1) : undefined;
      return jsonApi({
        data: page.map((asset) => assetResource(asset, signer.baseUrl)),
        links: { self: linkTo(parameters), next: last === undefined ? null : linkAfter(parameters, last) },
      });
    })
    .get(`${ASSETS_PATH}/:id`, ({ key, params }) => {
      const asset = assets.find(key.id, assetId(params.id));
      if (asset === null) throw refuse("not_found");
      return jsonApi(assetDocument(asset, signer.baseUrl));
    })
    .delete(`${ASSETS_PATH}/:id`, async ({ key, params }) => {
      if (!(await removeAsset(key.id, assetId(params.id), removing))) throw refuse("not_found");
      return new Response(null, { status: 204 });
    });

  function linkTo(parameters: URLSearchParams): string {
    const query = parameters.size === 0 ? "" : `?${parameters.toString()}`;
    return `${signer.baseUrl}${ASSETS_PATH}${query}`;
  }

  function linkAfter(parameters: URLSearchParams, { submittedAt, id }: Asset): string {
    const next = new URLSearchParams(parameters);
    next.set("page[cursor]", encodeAssetCursor({ submittedAt, id }));
    return linkTo(next);
  }
}

/** Throws Refused (404) for what cannot be an asset's id. */
function assetId(value: string): string {
  const id = pathId(value);
  if (!isUuid(id)) throw refuse("not_found");
  return id;
}
