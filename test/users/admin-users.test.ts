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

describe("GET /v1/admin/users", () => {
  const namesOf = ({ list }: Awaited<ReturnType<typeof admin>>) => list.map(({ attributes }) => attributes["name"]);

  test("is 200 with pages that go on after a person who was removed meanwhile", async () => {
    const people = ["Ann", "bob", "Cleo", "Dan"].map((name) => ({
      name,
      role: name === "Dan" ? "admin" : "supervisor",
    }));
    for (const person of people) await added({ ...person, password: PASSWORD });
    const first = await admin(app, "GET", `${USERS}?page%5Bsize%5D=2`);
    expect(namesOf(first)).toEqual(["Ann", "bob"]);
    await askAdmin(app, "DELETE", `${USERS}/${first.list[1]?.id}`);
    const second = await admin(app, "GET", first.next ?? "");
    expect(namesOf(second)).toEqual(["Cleo", "Dan"]);
    expect(second.next).toBeNull();
  });

  test("is 200 with the people of a role or a name", async () => {
    for (const [name, role] of [
      ["Zoë", "admin"],
      ["Zo\u00cb-Ann", "supervisor"],
      ["Kim", "supervisor"],
    ] as const)
      await added({ name, role, password: PASSWORD });
    const listed = async (filter: string) => namesOf(await admin(app, "GET", `${USERS}?${encodeURI(filter)}`));
    expect(await listed("filter[role]=supervisor")).toEqual(["Kim", "ZoË-Ann"]);
    expect(await listed("filter[name]=OË")).toEqual(["Zoë", "ZoË-Ann"]);
    expect(await listed("filter[name]=zoe\u0308&filter[role]=admin")).toEqual(["Zoë"]);
    expect(await listed("filter[name]=%")).toEqual([]);
    for (const query of ["filter%5Brole%5D=owner", "filter%5Bcolour%5D=red", "page%5Bcursor%5D=x"])
      await expectRefusals(await askAdmin(app, "GET", `${USERS}?${query}`), "bad_parameter");
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
