import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { HttpApp } from "../support/http-app.ts";
import { PASSWORD, signIn } from "../support/signed-in.ts";

const USERS = "/v1/admin/users";

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

const wanted = (attributes: object) => ({ type: "users", attributes });
const added = async (attributes: object) => (await admin(app, "POST", USERS, wanted(attributes))).data;
const canSignIn = async (name: string, password: unknown): Promise<number> =>
  (await signIn(app, { name, password: String(password) })).status;

describe("POST /v1/admin/users", () => {
  test("is 201 with a new password, with which the person can sign in", async () => {
    const { id, attributes } = await added({ name: "Zoë", role: "supervisor" });
    expect(await canSignIn("Zoë", attributes["password"])).toBe(200);
    const { list } = await admin(app, "GET", USERS);
    expect(list).toMatchObject([{ id, attributes: { name: "Zoë", role: "supervisor" } }]);
    expect(list[0]?.attributes).not.toHaveProperty("password");
    const actions = readTrail(app.core.db).map(({ action }) => action);
    expect(actions).toEqual(["key.created", "user.added", "user.signed_in"]);
  });

  test("is 201 with a given password, which is not shown", async () => {
    const { attributes } = await added({ name: "Kim", role: "admin", password: PASSWORD });
    expect(attributes).not.toHaveProperty("password");
    expect(await canSignIn("Kim", PASSWORD)).toBe(200);
  });

  test("is 422 for a wrong name, role or password, and 409 for a taken name", async () => {
    for (const attributes of [
      { name: " ", role: "admin" },
      { name: "Zoë", role: "owner" },
      { name: "Zoë", role: "admin", password: "short" },
    ]) {
      await expectRefusals(await askAdmin(app, "POST", USERS, wanted(attributes)), "invalid_attribute");
    }
    await added({ name: "Zoë", role: "supervisor" });
    const again = wanted({ name: "zoë", role: "supervisor" });
    await expectRefusals(await askAdmin(app, "POST", USERS, again), "conflict");
  });
});

describe("POST /v1/admin/users/:id/password", () => {
  test("is 200, and only the new password works", async () => {
    const { id } = await added({ name: "Zoë", role: "supervisor", password: PASSWORD });
    const { data } = await admin(app, "POST", `${USERS}/${id}/password`, wanted({}));
    expect(await canSignIn("Zoë", PASSWORD)).toBe(403);
    expect(await canSignIn("Zoë", data.attributes["password"])).toBe(200);
    await expectRefusals(await askAdmin(app, "POST", `${USERS}/unknown/password`, wanted({})), "not_found");
  });
});

describe("DELETE /v1/admin/users/:id", () => {
  test("is 204, and ends the key and the sign-in", async () => {
    const { id, attributes } = await added({ name: "Zoë", role: "supervisor", password: PASSWORD });
    expect((await askAdmin(app, "DELETE", `${USERS}/${id}`)).status).toBe(204);
    expect(await canSignIn("Zoë", PASSWORD)).toBe(403);
    const key = await admin(app, "GET", `/v1/admin/keys/${String(attributes["key_id"])}`);
    expect(key.data.attributes["state"]).toBe("revoked");
    await expectRefusals(await askAdmin(app, "DELETE", `${USERS}/${id}`), "not_found");
  });
});
