import { Elysia } from "elysia";
import type { ServiceDb } from "../db/service-db.ts";
import type { RequestContexts } from "../http/request-contexts.ts";
import type { Clock } from "../lib/clock.ts";
import { Refused, refusal } from "../lib/refusal.ts";
import type { Access } from "./access.ts";
import { authenticate } from "./authenticate.ts";
import type { ApiKey } from "./key.ts";
import type { KeyUses } from "./key-uses.ts";
import type { KeyReader } from "./store.ts";

export interface AuthenticationDeps {
  readonly db: ServiceDb;
  readonly keys: KeyReader;
  readonly access: Access;
  readonly contexts: RequestContexts;
  readonly clock: Clock;
  readonly keyUses: KeyUses;
}

interface Scheme {
  readonly acceptsBearer: boolean;
  /** The `WWW-Authenticate` of a 401. */
  readonly challenge: string;
  /** What a 401 for a missing or invalid token says; the usual text if absent. */
  readonly detail?: string;
}

const TOKEN_SCHEME: Scheme = { acceptsBearer: false, challenge: 'Token realm="Needledrop"' };
const BEARER_SCHEME: Scheme = {
  acceptsBearer: true,
  challenge: 'Bearer realm="Needledrop"',
  detail: "Send a valid API key as `Authorization: Bearer <API_KEY>` or `Authorization: Token <API_KEY>`.",
};

/** The key of a request, and when its token stops working, if a rotation replaced it. */
export interface Authenticated {
  readonly key: ApiKey;
  readonly tokenUntil: number | null;
}

/**
 * Gives the routes of a group the request's `key`, its `tokenUntil`, and whether it `isSession`, and answers 401 without a valid
 * key. A request with an `Authorization` header is judged by it alone; without one, a session of the console counts. It covers
 * the routes that come after it in the group and no other group; test/http/authentication.test.ts checks every route.
 */
export function authentication(deps: AuthenticationDeps) {
  return new Elysia().resolve({ as: "scoped" }, async ({ request }) => {
    const session = await signedIn(deps, request);
    const { key, tokenUntil } = session ?? (await authenticated(deps, request, TOKEN_SCHEME));
    return { key, tokenUntil, isSession: session !== null };
  });
}

/** Returns the key of a request of a client that can also send it as a bearer token. Throws Refused (401). */
export async function bearerKey(deps: AuthenticationDeps, request: Request): Promise<ApiKey> {
  return (await authenticated(deps, request, BEARER_SCHEME)).key;
}

/** Returns the key of a session's user, or null without a session. */
async function signedIn(
  { access, contexts, clock, keyUses }: AuthenticationDeps,
  request: Request,
): Promise<Authenticated | null> {
  if (request.headers.has("authorization")) return null;
  const key = (await access.signedIn(request))?.key;
  if (key === undefined) return null;
  contexts.of(request).keyId = key.id;
  keyUses.note(key.id, clock.now());
  return { key, tokenUntil: null };
}

async function authenticated(
  { db, keys, contexts, clock, keyUses }: AuthenticationDeps,
  request: Request,
  scheme: Scheme,
): Promise<Authenticated> {
  const now = clock.now();
  const { acceptsBearer } = scheme;
  const found = await db.read(authenticate(keys, request.headers.get("authorization"), { now, acceptsBearer }));
  if (found.outcome !== "valid") {
    const detail = found.outcome === "invalid" ? scheme.detail : ENDED[found.outcome](new Date(found.at).toISOString());
    const refused = refusal("unauthenticated", detail === undefined ? {} : { detail });
    throw new Refused([refused], { "www-authenticate": scheme.challenge });
  }
  const { key, tokenUntil } = found;
  contexts.of(request).keyId = key.id;
  keyUses.note(key.id, now);
  return { key, tokenUntil };
}

/** What a 401 says for a token that worked until a time. */
const ENDED = {
  expired: (at: string) => `This API key expired at ${at}. Ask the operator to extend it or for another key.`,
  replaced: (at: string) => `The operator replaced this token; it worked until ${at}. Use the new token.`,
};
