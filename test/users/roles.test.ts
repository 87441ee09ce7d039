import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectRefusals } from "../http/error-document.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { type BrowserSession, signedIn } from "../support/signed-in.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

interface DescribedRoute {
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

let app: HttpApp;
let supervisor: BrowserSession;
let admin: BrowserSession;
let operations: readonly { readonly method: string; readonly path: string; readonly needs: ReadonlySet<string> }[];
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  supervisor = await signedIn(app, "supervisor");
  admin = await signedIn(app, "admin");
  const document = (await (await app.ask("/openapi.json")).json()) as {
    paths: Readonly<Record<string, Readonly<Record<string, DescribedRoute>>>>;
  };
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, "1042"),
      needs: new Set(security.flatMap((one) => Object.keys(one))),
    })),
  );
});
afterAll(() => app.close());

/** Signing out ends the session of the other tests. */
const isOther = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === "DELETE" && path === "/v1/session";

/** Returns the operations that allow a request with these headers, as far as roles decide. */
async function allowedFor(headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const allowed: string[] = [];
  for (const operation of operations.filter((one) => !isOther(one))) {
    const response = await app.ask(operation.path, { method: operation.method, headers });
    const text = await textOf(response);
    const isBarred = response.status === 401 || (response.status === 403 && /CSRF|administrator/.test(text));
    if (!isBarred) allowed.push(`${operation.method} ${operation.path}`);
  }
  return allowed;
}

/** Returns the text of an answer. A stream of events has none, and stays open. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return await response.text();
  await response.body?.cancel();
  return "";
}

const namesOf = (isMeant: (needs: ReadonlySet<string>) => boolean): readonly string[] =>
  operations.filter((one) => !isOther(one) && isMeant(one.needs)).map(({ method, path }) => `${method} ${path}`);

const isOpen = (needs: ReadonlySet<string>): boolean => needs.size === 0;

describe("every endpoint of the API", () => {
  test("without a credential allows only what needs none", async () => {
    expect(await allowedFor({})).toEqual(namesOf(isOpen));
  });

  test("allows a supervisor what a key may do, and nothing of an administrator", async () => {
    const allowed = await allowedFor(supervisor.headers);
    expect(allowed).toEqual(namesOf((needs) => isOpen(needs) || (needs.has("Session") && !needs.has("AdminToken"))));
    expect(allowed).not.toContain("GET /metrics");
  });

  test("allows an admin both", async () => {
    expect(await allowedFor(admin.headers)).toEqual(namesOf((needs) => isOpen(needs) || needs.has("Session")));
  });

  test("allows the admin token only what is for administrators", async () => {
    const allowed = await allowedFor({ authorization: `Bearer ${ADMIN_TOKEN}` });
    expect(allowed).toEqual(namesOf((needs) => isOpen(needs) || needs.has("AdminToken")));
  });

  test("allows an API key nothing of an administrator", async () => {
    const { token } = app.key({ mode: "live", hasImages: true, hasVideo: true });
    const administrative = operations.filter(({ needs }) => needs.has("AdminToken"));
    expect(administrative.length).toBeGreaterThan(10);
    for (const { method, path } of administrative) {
      await expectRefusals(await app.ask(path, { method, token }), "admin_unauthenticated");
    }
  });

  test("that can change something refuses a session without its CSRF token", async () => {
    const changing = operations.filter((one) => !isOther(one) && one.method !== "GET" && one.needs.has("Session"));
    expect(changing.length).toBeGreaterThan(2);
    for (const { method, path } of changing) {
      const response = await app.ask(path, { method, headers: { cookie: admin.cookie } });
      await expectRefusals(response, "csrf_token_missing");
    }
  });
});

describe("an address for administrators", () => {
  test("is 403 for a supervisor and 401 without a session", async () => {
    await expectRefusals(await app.ask("/metrics", { headers: supervisor.headers }), "admin_only");
    await expectRefusals(await app.ask("/metrics"), "admin_unauthenticated");
    const headers = { authorization: "Bearer wrong", cookie: admin.cookie };
    await expectRefusals(await app.ask("/metrics", { headers }), "admin_unauthenticated");
  });
});
