import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { revokeKey } from "../../src/keys/manage-keys.ts";
import { HOUR_MS } from "../../src/lib/clock.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { errorsOf, expectRefusals } from "./error-document.ts";

/**
 * The only endpoints below /v1 without a key: signed URLs contain a signature, artists' pictures are public, and signing in
 * needs no session.
 */
const KEYLESS = new Set([
  "/v1/audio_files/:id/full.mp3",
  "/v1/audio_files/:id/full.wav",
  "/v1/audio_files/:id/watermarked.mp3",
  "/v1/audio_files/:id/cuts/:name",
  "/v1/songs/:id/stems.zip",
  "/v1/artists/:id/image",
  "/v1/session",
]);

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

describe("401", () => {
  test("every /v1 route except signed media, artists' pictures and signing in is 401 without a key", async () => {
    const routes = app.services.app.routes.filter((route) => route.path.startsWith("/v1/"));
    expect(routes.length).toBeGreaterThan(KEYLESS.size);
    for (const { method, path } of routes) {
      const response = await app.ask(path.replace(":id", "1042"), { method });
      if (KEYLESS.has(path) && method !== "DELETE") expect([path, response.status]).not.toEqual([path, 401]);
      else expect([path, response.status]).toEqual([path, 401]);
    }
  });

  test.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["a scheme alone", "Token"],
    ["another scheme", "Bearer nd_live_x"],
    ["a token of another form", "Token abc"],
    ["a token that was never made", `Token nd_live_${"0".repeat(32)}_${"a".repeat(43)}`],
  ])("missing or invalid API key: %s", async (_title, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await app.ask("/v1/songs", { headers });
    await expectRefusals(response, "unauthenticated");
    expect(response.headers.get("www-authenticate")).toStartWith("Token");
  });

  test("missing or invalid API key: the right key's id with another secret", async () => {
    const { token } = app.key();
    const forged = token.slice(0, -43) + "a".repeat(43);
    await expectRefusals(await app.ask("/v1/songs", { token: forged }), "unauthenticated");
  });

  test("missing or invalid API key: a revoked one", async () => {
    const { key, token } = app.key();
    expect((await app.ask("/v1/songs", { token })).status).toBe(200);
    await revokeKey(app.core, key.id);
    await expectRefusals(await app.ask("/v1/songs", { token }), "unauthenticated");
  });

  test("missing or invalid API key: an expired one, with the time of its expiry", async () => {
    const { token } = app.key({ expiresAt: app.time.now() + HOUR_MS });
    expect((await app.ask("/v1/songs", { token })).status).toBe(200);
    await app.time.pass(HOUR_MS);
    const response = await app.ask("/v1/songs", { token });
    expect(response.headers.get("www-authenticate")).toStartWith("Token");
    const [error] = await errorsOf(response);
    const at = new Date(app.time.now()).toISOString();
    expect([error?.status, error?.code]).toEqual([401, undefined]);
    expect(error?.detail).toBe(`This API key expired at ${at}. Ask the operator to extend it or for another key.`);
  });

  test("is checked before everything else in a search", async () => {
    const response = await app.ask("/v1/supervisor/search", { method: "POST", body: "not json" });
    await expectRefusals(response, "unauthenticated");
  });
});

describe("200", () => {
  test("the scheme's case and the spaces after it do not matter", async () => {
    const { token } = app.key();
    const response = await app.ask("/v1/songs", { headers: { authorization: `token   ${token}` } });
    expect(response.status).toBe(200);
  });

  test("a key without the search service can read songs", async () => {
    const { token } = app.key({ hasSupervisor: false });
    expect((await app.ask("/v1/songs", { token })).status).toBe(200);
  });
});
