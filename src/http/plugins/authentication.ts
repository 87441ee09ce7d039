import { Elysia } from "elysia";
import { authenticate } from "../../keys/authenticate.ts";
import { Refused, refusal } from "../../lib/refusal.ts";
import type { HttpContext } from "../context.ts";
import type { RequestFactsBook } from "../request-facts.ts";

/**
 * Gives the routes of the group that uses it the request's `key`, and answers 401 where there is none.
 * It covers the routes that come after it in the group, and no other group: test/http/authentication.test.ts
 * walks every route.
 */
export function authentication({ keys }: Pick<HttpContext, "keys">, book: RequestFactsBook) {
  return new Elysia().resolve({ as: "scoped" }, ({ request }) => {
    const key = authenticate(keys, request.headers.get("authorization"));
    if (key === null) {
      throw new Refused([refusal("unauthenticated")], { "www-authenticate": 'Token realm="Needledrop"' });
    }
    book.of(request).keyId = key.id;
    return { key };
  });
}
