import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { AdminKeyDocument } from "../../schema/wire/admin-keys.ts";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals, errorsOf } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { HttpApp, JSON_API } from "../support/http-app.ts";
import { signedIn } from "../support/signed-in.ts";

const KEYS = "/v1/admin/keys";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

const made = async (attributes: object = {}) =>
  (await admin(app, "POST", KEYS, { type: "api_keys", attributes: { name: "Editing", ...attributes } })).data;

describe("POST /v1/admin/keys", () => {
  test("is 201 with the token, which works, and is shown only once", async () => {
    const answer = await admin(app, "POST", KEYS, { type: "api_keys", attributes: { name: "Editing", images: true } });
    expect(answer.status).toBe(201);
    const { token, webhook_secret: secret } = answer.data.attributes;
    expect(secret).toMatch(/^whsec_/);
    const me = await app.ask("/v1/me", { token: String(token) });
    expect(me.status).toBe(200);
    const read = await admin(app, "GET", `${KEYS}/${answer.data.id}`);
    expect(read.data.attributes).toMatchObject({ name: "Editing", mode: "test", images: true, video: false });
    expect(JSON.stringify(read)).not.toContain(String(token));
    expect(read.data.attributes).not.toHaveProperty("webhook_secret");
  });

  test("is 422 with every mistake", async () => {
    const attributes = { name: "", mode: "alive", rate: 0, unknown: true };
    const errors = await errorsOf(await askAdmin(app, "POST", KEYS, { type: "api_keys", attributes }));
    const pointers = errors.map(({ source }) => (source !== undefined && "pointer" in source ? source.pointer : null));
    const expected = ["mode", "name", "rate", "unknown"].map((one) => `/data/attributes/${one}`);
    expect(new Set(pointers)).toEqual(new Set(expected));
  });

  test("is 422 for an expiry in the past, and 415 for another media type", async () => {
    const attributes = { name: "Editing", expires_at: "2001-01-01T00:00:00Z" };
    await expectRefusals(await askAdmin(app, "POST", KEYS, { type: "api_keys", attributes }), "invalid_attribute");
    const session = await signedIn(app, "admin");
    const headers = { ...session.headers, "content-type": "text/plain" };
    await expectRefusals(await app.ask(KEYS, { method: "POST", headers, body: "{}" }), "unsupported_media_type");
  });

  test("records the user who did it", async () => {
    const session = await signedIn(app, "admin", "Kim");
    const body = JSON.stringify({ data: { type: "api_keys", attributes: { name: "Editing" } } });
    const headers = { ...session.headers, "content-type": JSON_API };
    expect((await app.ask(KEYS, { method: "POST", headers, body })).status).toBe(201);
    const last = readTrail(app.core.db).at(-1);
    expect(last?.action).toBe("key.created");
    expect(last?.actor).toMatchObject({ kind: "user", name: "Kim" });
    expect(last?.request).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("GET /v1/admin/keys", () => {
  test("is 200 with pages, and with filters", async () => {
    for (const name of ["one", "two", "three"]) {
      app.time.jump(1);
      await made({ name, mode: name === "two" ? "live" : "test" });
    }
    const first = await admin(app, "GET", `${KEYS}?page%5Bsize%5D=2`);
    expect(first.list.map(({ attributes }) => attributes["name"])).toEqual(["one", "two"]);
    const second = await admin(app, "GET", first.next ?? "");
    expect(second.list.map(({ attributes }) => attributes["name"])).toEqual(["three"]);
    expect(second.next).toBeNull();
    const live = await admin(app, "GET", `${KEYS}?filter%5Bmode%5D=live&filter%5Bstate%5D=active`);
    expect(live.list.map(({ attributes }) => attributes["name"])).toEqual(["two"]);
    expect((await admin(app, "GET", `${KEYS}?filter%5Bname%5D=TH`)).list).toHaveLength(1);
    expect(Value.Check(AdminKeyDocument.properties.data.properties.type, live.list[0]?.type)).toBe(true);
  });

  test("is 400 for an unknown filter, value or cursor", async () => {
    for (const query of ["filter%5Bstate%5D=gone", "filter%5Bcolour%5D=red", "page%5Bcursor%5D=x", "sort=name"]) {
      await expectRefusals(await askAdmin(app, "GET", `${KEYS}?${query}`), "bad_parameter");
    }
  });
});

describe("PATCH /v1/admin/keys/:id", () => {
  test("is 200 and changes only what is given", async () => {
    const { id } = await made({ rate: 7, playlist_ids: [3, 1] });
    const attributes = { video: true, expires_at: "9000-01-01T00:00:00Z" };
    const changed = await admin(app, "PATCH", `${KEYS}/${id}`, { type: "api_keys", attributes });
    expect(changed.data.attributes).toMatchObject({
      name: "Editing",
      rate: 7,
      video: true,
      playlist_ids: [1, 3],
      expires_at: "9000-01-01T00:00:00.000Z",
    });
    const cleared = { type: "api_keys", attributes: { expires_at: null, playlist_ids: [] } };
    expect((await admin(app, "PATCH", `${KEYS}/${id}`, cleared)).data.attributes).toMatchObject({
      expires_at: null,
      playlist_ids: [],
    });
    expect(readTrail(app.core.db).at(-1)?.objects).toMatchObject({ fields: ["expires_at", "playlists"] });
  });

  test("is 422 without a change, and 404 for an unknown key", async () => {
    const { id } = await made();
    const nothing = { type: "api_keys", attributes: {} };
    await expectRefusals(await askAdmin(app, "PATCH", `${KEYS}/${id}`, nothing), "invalid_attribute");
    const change = { type: "api_keys", attributes: { rate: 3 } };
    await expectRefusals(await askAdmin(app, "PATCH", `${KEYS}/unknown`, change), "not_found");
  });
});

describe("DELETE /v1/admin/keys/:id", () => {
  test("is 200 and ends the key", async () => {
    const { id, attributes } = await made();
    const revoked = await admin(app, "DELETE", `${KEYS}/${id}`);
    expect(revoked.data.attributes["state"]).toBe("revoked");
    expect((await app.ask("/v1/me", { token: String(attributes["token"]) })).status).toBe(401);
    await expectRefusals(await askAdmin(app, "DELETE", `${KEYS}/unknown`), "not_found");
  });
});

describe("POST /v1/admin/keys/:id/rotate", () => {
  const rotation = (attributes: object) => ({ type: "key_rotations", attributes });
  const TOKEN_ONLY = rotation({ token: true, webhook_secret: false, overlap_seconds: 60 });

  test("is 200 with a new token, and the old one works during the overlap", async () => {
    const { id, attributes } = await made();
    const rotated = await admin(app, "POST", `${KEYS}/${id}/rotate`, TOKEN_ONLY);
    expect(rotated.data.attributes).not.toHaveProperty("webhook_secret");
    const [before, after] = [String(attributes["token"]), String(rotated.data.attributes["token"])];
    expect(after).not.toBe(before);
    expect((await app.ask("/v1/me", { token: before })).status).toBe(200);
    expect((await app.ask("/v1/me", { token: after })).status).toBe(200);
    await app.time.pass(60_000);
    expect((await app.ask("/v1/me", { token: before })).status).toBe(401);
  });

  test("is 422 if nothing is replaced, 409 for a revoked key, and 404 for an unknown one", async () => {
    const { id } = await made();
    const nothing = rotation({ token: false, webhook_secret: false, overlap_seconds: 0 });
    await expectRefusals(await askAdmin(app, "POST", `${KEYS}/${id}/rotate`, nothing), "invalid_attribute");
    await admin(app, "DELETE", `${KEYS}/${id}`);
    await expectRefusals(await askAdmin(app, "POST", `${KEYS}/${id}/rotate`, TOKEN_ONLY), "conflict");
    await expectRefusals(await askAdmin(app, "POST", `${KEYS}/unknown/rotate`, TOKEN_ONLY), "not_found");
  });
});
