import { Type } from "@sinclair/typebox";
import { NewShortlistShare, ShortlistShareDocument, ShortlistShares } from "../../../schema/wire/shortlist-share.ts";
import type { Paths } from "../../http/openapi/operation.ts";
import { pathParameter, range } from "../../http/openapi/parameters.ts";

const TAG = "Shortlists";
const SERVER = "http://127.0.0.1:4040";
const LIST = "7d0c4c0e-5a55-4c0f-9b3a-2a8f1c6f9b11";
const SHARE_ID = "c1a6e4b2-94c8-4d0f-8a57-7f0b1d2e3f40";

const SHARE = {
  type: "shortlist_shares",
  id: SHARE_ID,
  attributes: {
    recipient: "Kim Doe",
    with_notes: false,
    imprint: true,
    state: "active",
    url: `${SERVER}/shared/${SHARE_ID}.1773136800.EXAMPLE`,
    created_at: "2026-03-03T10:00:00.000Z",
    expires_at: "2026-03-10T10:00:00.000Z",
    revoked_at: null,
    opens: 2,
    last_opened_at: "2026-03-03T11:05:00.000Z",
  },
};
const NEW_SHARE = { data: { type: "shortlist_shares", attributes: { recipient: "Kim Doe", days: 7 } } };

const id = pathParameter("id", "The id of the shortlist.");
const token = pathParameter("token", "The token of the link.");

export const shareOpenApiPaths: Paths = {
  "/v1/shortlists/{id}/shares": {
    get: {
      id: "listShortlistShares",
      tag: TAG,
      summary: "List the shared links of a shortlist",
      credential: "key",
      parameters: [id],
      answers: {
        200: {
          description: "The links, also those that have ended.",
          schema: ShortlistShares,
          example: { data: [SHARE], links: { self: `${SERVER}/v1/shortlists/${LIST}/shares` } },
        },
      },
      refusals: ["not_found"],
    },
    post: {
      id: "shareShortlist",
      tag: TAG,
      summary: "Make a link with which somebody without an account hears a shortlist",
      description: "The link is signed and expires. It opens a page with watermarked files and nothing else.",
      credential: "key",
      parameters: [id],
      body: NewShortlistShare,
      bodyExample: NEW_SHARE,
      answers: { 201: { description: "The link.", schema: ShortlistShareDocument, example: { data: SHARE } } },
      refusals: [
        "unsupported_media_type",
        "bodies_busy",
        "body_too_large",
        "body_too_slow",
        "malformed_json",
        "bad_request",
        "invalid_attribute",
        "not_found",
        "shares_full",
      ],
    },
  },
  "/v1/shortlists/{id}/shares/{share}": {
    delete: {
      id: "revokeShortlistShare",
      tag: TAG,
      summary: "Revoke a shared link",
      credential: "key",
      parameters: [id, pathParameter("share", "The id of the link.")],
      answers: { 204: { description: "Revoked." } },
      refusals: ["not_found"],
    },
  },
  "/shared/{token}": {
    get: {
      id: "showSharedShortlist",
      tag: TAG,
      summary: "The page of a shared link",
      description: "In English, German, French or Spanish, by `Accept-Language`. At most 20 requests per second.",
      credential: "none",
      parameters: [token],
      answers: { 200: { description: "The page.", type: "text/html", schema: Type.String() } },
      refusals: ["shared_link_ended", "shared_link_busy"],
    },
  },
  "/shared/{token}/audio/{entry}": {
    get: {
      id: "playSharedSong",
      tag: TAG,
      summary: "A watermarked file of a shared shortlist",
      credential: "none",
      parameters: [token, pathParameter("entry", "The id of the entry."), range],
      answers: {
        200: { description: "The file.", type: "audio/mpeg", schema: Type.String({ format: "binary" }) },
        206: { description: "A range of the file.", type: "audio/mpeg", schema: Type.String({ format: "binary" }) },
      },
      refusals: ["shared_link_ended", "shared_link_busy", "not_found", "range_not_satisfiable", "not_ready"],
    },
  },
};
