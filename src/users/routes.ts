import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import { type SessionDocument, SessionRequest } from "../../schema/wire/session.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { type BodyLimits, BodyReader } from "../http/body-reader.ts";
import { jsonApi } from "../http/json-api.ts";
import { readJson } from "../http/read-json.ts";
import type { SignedIn } from "../keys/access.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { withoutNul } from "../lib/find-nul.ts";
import { Refused, refuse, refusal } from "../lib/refusal.ts";
import { sessionCookie } from "./session-token.ts";
import { SESSION_LIFETIME_MS, type Sessions } from "./sessions.ts";
import type { Credentials, SignIn } from "./sign-in.ts";
import type { SignInReport } from "./sign-in-report.ts";
import { countUsers } from "./store.ts";

const PATH = "/v1/session";
/** A name of 200 and a password of 1,000 characters, all of them escaped, take 8 kB. */
const BODY_MAX_BYTES = 16 * 1024;
/**
 * Sign-ins have no key, so each address has its own places: bodies that one client does not complete keep no other client out. A
 * form is sent at once, so the places are free again within seconds.
 */
const BODY_LIMITS: BodyLimits = { silenceMs: 5 * SECOND_MS, totalMs: 10 * SECOND_MS, totalMax: 2_048, perKeyMax: 32 };
/** Calls without a socket, as in tests. */
const NO_ADDRESS = "no address";
const EXPECTED =
  "Send `data` with `type` `sessions` and `attributes`: `name` and `password`, or `admin_token`, all of them strings.";

export interface SessionRoutes {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** The base URL of the service: over HTTPS, browsers send the cookie over HTTPS only. */
  readonly baseUrl: () => string;
  readonly report: SignInReport;
}

/** Signs people in and out. The token of a session is in a cookie that scripts cannot read. */
export function sessionRoutes(
  deps: Pick<FeatureDeps, "db" | "timer" | "contexts" | "storage">,
  { sessions, signIn, baseUrl, report }: SessionRoutes,
) {
  const bodies = new BodyReader(deps.timer, deps.contexts, BODY_LIMITS);
  const idOf = (request: Request): string => deps.contexts.of(request).id;
  const answer = async (signedIn: SignedIn | null): Promise<Response> =>
    jsonApi(sessionDocument(signedIn, (await deps.db.read(countUsers(deps.db))) > 0));
  const withCookie = (response: Response, token: string, lifetimeMs: number): Response => {
    const isSecure = baseUrl().startsWith("https:");
    response.headers.append("set-cookie", sessionCookie(token, { lifetimeMs, isSecure }));
    return response;
  };
  return new Elysia()
    .get(PATH, async ({ request }) => await answer(await sessions.signedIn(request)))
    .post(
      PATH,
      async ({ request, server }) => {
        const address = server?.requestIP(request)?.address ?? NO_ADDRESS;
        const credentials = credentialsIn(await readJson(request, address, bodies, BODY_MAX_BYTES));
        deps.storage.requireWritable();
        try {
          const { token, signedIn } = await signIn.with(credentials);
          await report({ kind: "signed in", name: signedIn.name, userId: signedIn.userId, requestId: idOf(request) });
          return withCookie(await answer(signedIn), token, SESSION_LIFETIME_MS);
        } catch (error) {
          const name = credentials.kind === "password" ? credentials.name : credentials.kind;
          if (error instanceof Refused) {
            const [{ name: refused }] = error.refusals;
            await report({
              kind: "sign-in refused",
              name,
              by: credentials.kind,
              refusal: refused,
              requestId: idOf(request),
            });
          }
          throw error;
        }
      },
      { parse: "none" },
    )
    .delete(PATH, async ({ request }) => {
      const signedIn = await sessions.signedIn(request);
      if (signedIn === null) throw new Refused([refusal("session_missing")], { "www-authenticate": "Session" });
      await sessions.end(request);
      await report({ kind: "signed out", name: signedIn.name, userId: signedIn.userId, requestId: idOf(request) });
      return withCookie(new Response(null, { status: 204 }), "", 0);
    });
}

/** A name with U+0000 is no user's, but PostgreSQL refuses to look for it. */
function credentialsIn(body: Readonly<Record<string, unknown>>): Credentials {
  if (!Value.Check(SessionRequest, body))
    throw refuse("bad_request", { detail: EXPECTED, source: { pointer: "/data" } });
  const { attributes } = body.data;
  return "admin_token" in attributes
    ? { kind: "admin token", token: attributes.admin_token.trim() }
    : { kind: "password", name: withoutNul(attributes.name), password: attributes.password };
}

function sessionDocument(signedIn: SignedIn | null, hasUsers: boolean): SessionDocument {
  const attributes = {
    user: signedIn === null ? null : { name: signedIn.name, role: signedIn.role },
    csrf_token: signedIn?.csrfToken ?? null,
    expires_at: signedIn === null ? null : new Date(signedIn.expiresAt).toISOString(),
    has_users: hasUsers,
  };
  return { data: { type: "sessions", id: "current", attributes } };
}
