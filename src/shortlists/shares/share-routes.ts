import { Elysia } from "elysia";
import { ShareAttributes } from "../../../schema/wire/shortlist-share.ts";
import type { Resource } from "../../catalog/present-song.ts";
import type { FeatureDeps } from "../../feature/feature.ts";
import { BodyReader } from "../../http/body-reader.ts";
import { jsonApi } from "../../http/json-api.ts";
import { readJson } from "../../http/read-json.ts";
import { authentication } from "../../keys/authentication.ts";
import type { UrlSigner } from "../../media/signed-url.ts";
import { SHORTLISTS_PATH, timeOf } from "../present.ts";
import { readAttributes } from "../read-attributes.ts";
import { uuidIn } from "../routes.ts";
import { type ShareRow, shareToken, stateOf } from "./share.ts";
import type { SharedLinks } from "./shares.ts";

const PATH = `${SHORTLISTS_PATH}/:id/shares`;
const NO_CONTENT = 204;

/** Makes, lists and ends the shared links of a shortlist. */
export function shareRoutes(
  deps: Pick<FeatureDeps, "db" | "keys" | "access" | "keyUses" | "contexts" | "clock" | "timer" | "storage">,
  { shares, signer }: { readonly shares: SharedLinks; readonly signer: UrlSigner },
) {
  const { contexts, clock, storage } = deps;
  const bodies = new BodyReader(deps.timer, contexts);
  return new Elysia()
    .use(authentication(deps))
    .get(PATH, async ({ key, params }) => {
      const id = uuidIn(params.id);
      const data = (await shares.list(key, id)).map((row) => presentShare(row, signer, clock.now()));
      return jsonApi({ data, links: { self: `${signer.baseUrl}${SHORTLISTS_PATH}/${id}/shares` } });
    })
    .post(
      PATH,
      async ({ key, params, request }) => {
        const id = uuidIn(params.id);
        storage.requireWritable();
        const attributes = readAttributes(await readJson(request, key.id, bodies), "shortlist_shares", ShareAttributes);
        const row = await shares.create({ key, requestId: contexts.of(request).id }, id, attributes);
        return jsonApi({ data: presentShare(row, signer, clock.now()) }, 201);
      },
      { parse: "none" },
    )
    .delete(`${PATH}/:share`, async ({ key, params, request }) => {
      await shares.revoke({ key, requestId: contexts.of(request).id }, uuidIn(params.id), uuidIn(params.share));
      return new Response(null, { status: NO_CONTENT });
    });
}

function presentShare(row: ShareRow, signer: UrlSigner, now: number): Resource {
  const state = stateOf(row, now);
  return {
    type: "shortlist_shares",
    id: row.id,
    attributes: {
      recipient: row.recipient,
      with_notes: row.hasNotes,
      imprint: row.recipientNumber !== null,
      state,
      url: state === "active" ? `${signer.baseUrl}/shared/${shareToken(signer.secret, row)}` : null,
      created_at: timeOf(row.createdAt),
      expires_at: timeOf(row.expiresAt),
      revoked_at: row.revokedAt === null ? null : timeOf(row.revokedAt),
      opens: row.opens,
      last_opened_at: row.lastOpenedAt === null ? null : timeOf(row.lastOpenedAt),
    },
  };
}
