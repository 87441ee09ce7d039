import { Elysia } from "elysia";
import type { RequestContexts } from "../http/request-contexts.ts";
import { Refused, refusal } from "../lib/refusal.ts";
import { authenticate } from "./authenticate.ts";
import type { ApiKey } from "./key.ts";
import type { KeyReader } from "./store.ts";

export interface AuthenticationDeps {
  readonly keys: KeyReader;
  readonly contexts: RequestContexts;
}

/**
 * Gives the routes of a group the request's `key`, and answers 401 without a valid one. It covers the routes that
 * come after it in the group and no other group; test/http/authentication.test.ts checks every route.
 */
export function authentication({ keys, contexts }: AuthenticationDeps) {
  return new Elysia().resolve({ as: "scoped" }, ({ request }) => {
    const key = authenticate(keys, request.headers.get("authorization"));
    if (key === null) {
      throw new Refused([refusal("unauthenticated")], { "www-authenticate": 'Token realm="Needledrop"' });
    }
    contexts.of(request).keyId = key.id;
    return { key };
  });
}

/** Returns the key of a request of a client that can also send it as a bearer token. Throws Refused (401). */
export function bearerKey({ keys, contexts }: AuthenticationDeps, request: Request): ApiKey {
  const key = authenticate(keys, request.headers.get("authorization"), { acceptsBearer: true });
  if (key === null) {
    const detail = "Send a valid API key as `Authorization: Bearer <API_KEY>` or `Authorization: Token <API_KEY>`.";
    throw new Refused([refusal("unauthenticated", { detail })], { "www-authenticate": 'Bearer realm="Needledrop"' });
  }
  contexts.of(request).keyId = key.id;
  return key;
}
