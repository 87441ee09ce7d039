import {
  AdminKeyDocument,
  AdminKeyList,
  KeyChangeRequest,
  KeyRotationRequest,
  NewKeyRequest,
} from "../../schema/wire/admin-keys.ts";
import {
  EXAMPLE_CREATED_KEY,
  EXAMPLE_KEY,
  EXAMPLE_KEY_CHANGE,
  EXAMPLE_KEY_LIST,
  EXAMPLE_NEW_KEY,
  EXAMPLE_ROTATION,
} from "../../schema/wire/examples/admin-keys.ts";
import { JSON_BODY_REFUSALS, type OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";
import { KEY_MODES } from "./key.ts";

const keyId = pathParameter("id", "The key's id.");
const TAG = "Administration";

export const keysOpenApi: OpenApiPart = {
  tags: [
    { name: TAG, description: "For administrators, with the admin token or a session of an admin. Our extension." },
  ],
  paths: {
    "/v1/admin/keys": {
      get: {
        id: "adminListKeys",
        tag: TAG,
        summary: "List API keys",
        description: "In the order of their creation, also revoked and expired ones.",
        credential: "admin",
        parameters: [
          filterParameter("state", "Only keys in this state.", ["active", "expired", "revoked"]),
          filterParameter("mode", "Only keys of this mode.", KEY_MODES),
          filterParameter("name", "Only keys whose name contains this text."),
          pageSize,
          pageCursor,
        ],
        answers: { 200: { description: "A page of keys.", schema: AdminKeyList, example: EXAMPLE_KEY_LIST } },
        refusals: ["bad_parameter"],
      },
      post: {
        id: "adminCreateKey",
        tag: TAG,
        summary: "Create an API key",
        description: "The answer has the token and the webhook secret. The token cannot be read again.",
        credential: "admin",
        body: NewKeyRequest,
        bodyExample: EXAMPLE_NEW_KEY,
        answers: {
          201: { description: "The new key with its secrets.", schema: AdminKeyDocument, example: EXAMPLE_CREATED_KEY },
        },
        refusals: [...JSON_BODY_REFUSALS, "storage_unavailable"],
      },
    },
    "/v1/admin/keys/{id}": {
      get: {
        id: "adminReadKey",
        tag: TAG,
        summary: "Read an API key",
        credential: "admin",
        parameters: [keyId],
        answers: { 200: { description: "The key.", schema: AdminKeyDocument, example: EXAMPLE_KEY } },
        refusals: ["not_found"],
      },
      patch: {
        id: "adminChangeKey",
        tag: TAG,
        summary: "Change an API key",
        description: "Members that are absent keep their value. The token and the webhook secret stay the same.",
        credential: "admin",
        parameters: [keyId],
        body: KeyChangeRequest,
        bodyExample: EXAMPLE_KEY_CHANGE,
        answers: { 200: { description: "The changed key.", schema: AdminKeyDocument, example: EXAMPLE_KEY } },
        refusals: [...JSON_BODY_REFUSALS, "not_found", "storage_unavailable"],
      },
      delete: {
        id: "adminRevokeKey",
        tag: TAG,
        summary: "Revoke an API key",
        description: "Its token and the links signed for it stop working. A revoked key stays in the list.",
        credential: "admin",
        parameters: [keyId],
        answers: { 200: { description: "The revoked key.", schema: AdminKeyDocument, example: EXAMPLE_KEY } },
        refusals: ["not_found", "storage_unavailable"],
      },
    },
    "/v1/admin/keys/{id}/rotate": {
      post: {
        id: "adminRotateKey",
        tag: TAG,
        summary: "Replace the token or the webhook secret of an API key",
        description:
          "The answer has what was replaced. During the overlap the old token is accepted, and webhooks have the signatures of both secrets.",
        credential: "admin",
        parameters: [keyId],
        body: KeyRotationRequest,
        bodyExample: EXAMPLE_ROTATION,
        answers: {
          200: { description: "The key with its new secrets.", schema: AdminKeyDocument, example: EXAMPLE_CREATED_KEY },
        },
        refusals: [...JSON_BODY_REFUSALS, "not_found", "conflict", "storage_unavailable"],
      },
    },
  },
};
