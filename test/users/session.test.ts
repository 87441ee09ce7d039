import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { sessions } from "../../schema/tables/service/users.ts";
import { revokeKey, updateKey } from "../../src/keys/manage-keys.ts";
import { addUser, changePassword, removeUser } from "../../src/users/manage-users.ts";
import { findUserByName } from "../../src/users/store.ts";
import { expectRefusals } from "../http/error-document.ts";
import { ADMIN_TOKEN, HttpApp, JSON_API } from "../support/http-app.ts";
import { PASSWORD, sessionOf, signedIn, signIn } from "../support/signed-in.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

const DAY_MS = 86_400_000;

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
});
afterAll(() => app.close());

const keyIdOf = (name: string) => runNow(findUserByName(app.core.db, name.toLowerCase()))?.keyId ?? "";

const attributesOf = async (response: Response) =>
  ((await response.json()) as { data: { attributes: Record<string, unknown> } }).data.attributes;

describe("GET /v1/session", () => {
  test("says that there is no session, and whether anyone can sign in", async () => {
    const fresh = await HttpApp.create();
    const none = { user: null, csrf_token: null, expires_at: null };
    expect(await attributesOf(await fresh.ask("/v1/session"))).toEqual({ ...none, has_users: false });
    await addUser(fresh.core, { name: "Ann", role: "admin", password: PASSWORD });
    expect(await attributesOf(await fresh.ask("/v1/session"))).toEqual({ ...none, has_users: true });
    await fresh.close();
  });

  test.each([
    "needledrop_session=",
    `needledrop_session=${"a".repeat(43)}`,
    "needledrop_session=x; needledrop_session=y",
    "needledrop_session",
    "a=b",
    ";;;==",
  ])("ignores the cookie %p", async (cookie) => {
    const response = await app.ask("/v1/session", { headers: { cookie } });
    expect((await attributesOf(response))["user"]).toBeNull();
  });
});

describe("POST /v1/session", () => {
  test("signs a user in, whatever the case of the name", async () => {
    await addUser(app.core, { name: "Zoë Q.", role: "supervisor", password: PASSWORD });
    const response = await signIn(app, { name: " zoë q. ", password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers.get("set-cookie")).toMatch(
      /^needledrop_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const { cookie, attributes: given } = await sessionOf(response);
    expect(given).toEqual({
      user: { name: "Zoë Q.", role: "supervisor" },
      csrf_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires_at: new Date(app.time.now() + 7 * DAY_MS).toISOString(),
      has_users: true,
    });
    expect(await attributesOf(await app.ask("/v1/session", { headers: { cookie } }))).toEqual(given);
  });

  test("stores only a hash of the token", async () => {
    const { cookie } = await signedIn(app, "supervisor", "Hash");
    const stored = JSON.stringify(app.core.db.orm.select().from(sessions).all());
    expect(stored).not.toContain(cookie.split("=")[1] ?? "");
  });

  test("marks the cookie Secure if the service has an HTTPS address", async () => {
    const secure = await HttpApp.create({ settings: { "base-url": "https://music.studio.example" } });
    const response = await signIn(secure, { admin_token: ADMIN_TOKEN });
    expect(response.headers.get("set-cookie")).toEndWith("; SameSite=Strict; Secure");
    await secure.close();
  });

  test("signs the holder of the admin token in as an admin", async () => {
    const response = await signIn(app, { admin_token: ` ${ADMIN_TOKEN} ` });
    const { cookie, attributes } = await sessionOf(response);
    expect(attributes["user"]).toEqual({ name: "admin token", role: "admin" });
    expect((await app.ask("/v1/songs", { headers: { cookie } })).status).toBe(200);
  });

  test.each([
    ["another password", { name: "Pat", password: "another password" }],
    ["an empty password", { name: "Pat", password: "" }],
    ["an unknown name", { name: "Nobody", password: PASSWORD }],
    ["another admin token", { admin_token: "x" }],
    ["an empty admin token", { admin_token: "" }],
  ])("refuses %s with the same answer", async (_title, attributes) => {
    await addUser(app.core, { name: "Pat", role: "supervisor", password: PASSWORD });
    const response = await signIn(app, attributes);
    expect(response.headers.get("set-cookie")).toBeNull();
    await expectRefusals(response, "sign_in_refused");
  });

  test("a name with U+0000 is no user's", async () => {
    await expectRefusals(await signIn(app, { name: "Zoë\0Q.", password: PASSWORD }), "sign_in_refused");
    await expectRefusals(await signIn(app, { name: "Zoë Q.\0", password: PASSWORD }), "sign_in_refused");
  });

  test.each([
    [{}],
    [{ name: "Pat" }],
    [{ name: 1, password: PASSWORD }],
    [{ name: "Pat", password: ["a"] }],
    [{ name: "x".repeat(201), password: PASSWORD }],
    [{ admin_token: null }],
  ])("refuses the attributes %j", async (attributes) => {
    await expectRefusals(await signIn(app, attributes), "bad_request");
  });

  test("refuses another media type", async () => {
    const response = await app.ask("/v1/session", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=a",
    });
    await expectRefusals(response, "unsupported_media_type");
  });

  test("delays a name after three wrong passwords, longer each time, and no other name", async () => {
    await addUser(app.core, { name: "Dan", role: "supervisor", password: PASSWORD });
    const attempt = (password: string) => signIn(app, { name: "DAN", password });
    for (let count = 0; count < 3; count += 1) expect((await attempt("wrong password")).status).toBe(403);
    const delayed = await attempt(PASSWORD);
    expect(delayed.headers.get("retry-after")).toBe("1");
    await expectRefusals(delayed, "sign_in_delayed");
    await app.time.pass(1_000);
    expect((await attempt("wrong password")).status).toBe(403);
    expect((await attempt("wrong password")).headers.get("retry-after")).toBe("2");
    expect((await signIn(app, { name: "Zoë Q.", password: PASSWORD })).status).toBe(200);
    await app.time.pass(2_000);
    expect((await attempt(PASSWORD)).status).toBe(200);
    expect((await attempt("wrong password")).status).toBe(403);
  });

  test("reports sign-ins and refused ones in the log, without secrets", async () => {
    app.logged.length = 0;
    await signIn(app, { name: "Zoë Q.", password: PASSWORD });
    await signIn(app, { name: "Zoë Q.", password: "wrong password" });
    const lines = app.logged.map(({ level, message, fields }) => [level, message, fields["user"]]);
    expect(lines).toContainEqual(["info", "signed in", "Zoë Q."]);
    expect(lines).toContainEqual(["warn", "sign-in refused", "Zoë Q."]);
    expect(JSON.stringify(app.logged)).not.toContain("wrong password");
  });
});

describe("a session", () => {
  test("acts with the user's own key, whose token nobody has", async () => {
    const { cookie } = await signedIn(app, "supervisor", "Kim");
    const response = await app.ask("/v1/me", { headers: { cookie } });
    expect((await attributesOf(response))["name"]).toBe("Console: Kim");
  });

  test("can change something only with its CSRF token", async () => {
    const { cookie, headers } = await signedIn(app, "supervisor", "Csrf");
    const other = await signedIn(app, "supervisor", "Other");
    const submit = (more: Readonly<Record<string, string>>) =>
      app.ask("/v1/supervisor/search", { method: "POST", headers: { "content-type": JSON_API, ...more }, body: "{}" });
    await expectRefusals(await submit({ cookie }), "csrf_token_missing");
    await expectRefusals(await submit({ cookie, "x-csrf-token": other.csrfToken }), "csrf_token_missing");
    await expectRefusals(await submit({ cookie, "x-csrf-token": "é".repeat(64) }), "csrf_token_missing");
    await expectRefusals(await submit(headers), "wrong_type");
  });

  test("does not count beside an Authorization header", async () => {
    const { cookie } = await signedIn(app, "admin", "Both");
    const response = await app.ask("/v1/songs", { headers: { cookie, authorization: "Token wrong" } });
    await expectRefusals(response, "unauthenticated");
  });

  test("ends with DELETE, which removes the cookie", async () => {
    const { cookie, headers } = await signedIn(app, "supervisor", "Out");
    const response = await app.ask("/v1/session", { method: "DELETE", headers });
    expect([response.status, response.headers.get("set-cookie")]).toEqual([
      204,
      "needledrop_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict",
    ]);
    await expectRefusals(await app.ask("/v1/songs", { headers: { cookie } }), "unauthenticated");
    await expectRefusals(await app.ask("/v1/session", { method: "DELETE", headers }), "session_missing");
  });

  test("ends after seven days", async () => {
    const own = await HttpApp.create(SMALL_CATALOG);
    const { cookie } = await signedIn(own, "supervisor");
    const status = async () => (await own.ask("/v1/songs", { headers: { cookie } })).status;
    await own.time.pass(7 * DAY_MS - 1);
    expect(await status()).toBe(200);
    await own.time.pass(1);
    expect(await status()).toBe(401);
    await own.close();
  });

  test.each([
    ["the user is removed", (name: string) => removeUser(app.core, name)],
    ["the password is changed", (name: string) => changePassword(app.core, name, "a new password")],
    ["the user's key is revoked", (name: string) => revokeKey(app.core, keyIdOf(name))],
    ["the user's key expires", (name: string) => updateKey(app.core, keyIdOf(name), { expiresAt: app.time.now() })],
  ])("ends when %s", async (title, end) => {
    const name = `End ${title.length}`;
    const { cookie } = await signedIn(app, "supervisor", name);
    await end(name);
    await expectRefusals(await app.ask("/v1/songs", { headers: { cookie } }), "unauthenticated");
  });

  test("does not begin while the user's key has expired", async () => {
    await addUser(app.core, { name: "Late", role: "supervisor", password: PASSWORD });
    await updateKey(app.core, keyIdOf("Late"), { expiresAt: app.time.now() });
    const response = await signIn(app, { name: "Late", password: PASSWORD });
    await expectRefusals(response, "sign_in_refused");
    await updateKey(app.core, keyIdOf("Late"), { expiresAt: null });
    expect((await signIn(app, { name: "Late", password: PASSWORD })).status).toBe(200);
  });

  test("is the oldest to end when a user has more than twenty", async () => {
    const first = await signedIn(app, "supervisor", "Many");
    await app.time.pass(1);
    const second = await sessionOf(await signIn(app, { name: "Many", password: PASSWORD }));
    for (let count = 0; count < 19; count += 1) {
      await app.time.pass(1);
      await signIn(app, { name: "Many", password: PASSWORD });
    }
    expect((await app.ask("/v1/songs", { headers: { cookie: first.cookie } })).status).toBe(401);
    expect((await app.ask("/v1/songs", { headers: { cookie: second.cookie } })).status).toBe(200);
  });
});
