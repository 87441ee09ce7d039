import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { grantFor, signUrl } from "../../src/media/signed-url.ts";
import { ADMIN_TOKEN, BASE_URL, HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key().token;
});
afterAll(() => app.close());

const DATA = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

describe("data cannot be run, framed or read by another site:", () => {
  test.each([
    ["a list", "/v1/songs", 200],
    ["an error", "/v1/songs/none", 404],
    ["an unknown address", "/nothing", 404],
    ["health", "/healthz", 200],
    ["the OpenAPI document", "/openapi.json", 200],
  ] as const)("%s", async (_, path, status) => {
    const response = await app.ask(path, { token });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(DATA);
  });

  test("metrics", async () => {
    const response = await app.ask("/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject(DATA);
  });
});

test("media can be embedded by other sites, which signed links are for, but are not guessed to be another type", async () => {
  const signer = { baseUrl: BASE_URL, secret: app.secret };
  const grant = grantFor(app.key({ mode: "live" }).key.id, null, app.time.now());
  const response = await app.ask(signUrl(signer, { kind: "wav", audioFileId: "9001" }, grant));
  expect(response.status).toBe(200);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.has("cross-origin-resource-policy")).toBe(false);
});
