import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { addUser } from "../../src/users/manage-users.ts";
import { readTrail } from "../audit/read-trail.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { PASSWORD, signedIn, signIn } from "../support/signed-in.ts";

const TEN_MINUTES_MS = 600_000;

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

/** Who did what, and how it ended. */
async function trail(): Promise<readonly (readonly [who: string, action: string, outcome: string])[]> {
  while (await app.core.audit.write());
  return readTrail(app.core.db).map(({ actor, action, outcome }) => [
    actor.kind === "user" ? `${actor.id === actor.name ? "" : "user "}${actor.name}` : actor.kind,
    action,
    outcome,
  ]);
}

describe("the audit trail has", () => {
  test("sign-ins and sign-outs of users and of the holder of the admin token", async () => {
    const { headers } = await signedIn(app, "supervisor", "Ann");
    expect((await app.ask("/v1/session", { method: "DELETE", headers })).status).toBe(204);
    const response = await signIn(app, { admin_token: ADMIN_TOKEN });
    expect(await trail()).toEqual([
      ["user Ann", "user.signed_in", "done"],
      ["user Ann", "user.signed_out", "done"],
      ["admin token", "user.signed_in", "done"],
    ]);
    expect(readTrail(app.core.db).at(-1)?.request).toBe(response.headers.get("x-request-id"));
  });

  test("refused sign-ins, once in ten minutes for each user and reason, and no name that no user has", async () => {
    await addUser(app.core, { name: "Ann", role: "admin", password: PASSWORD });
    const tryIn = async (name: string): Promise<number> => (await signIn(app, { name, password: "wrong" })).status;
    for (let at = 0; at < 4; at += 1) await tryIn("ann");
    await tryIn("my secret passphrase");
    await tryIn("another one");
    await signIn(app, { admin_token: "wrong" });
    const refused = [
      ["user Ann", "user.refused", "sign_in_refused"],
      ["user Ann", "user.refused", "sign_in_delayed"],
      ["unknown", "user.refused", "sign_in_refused"],
      ["admin token", "user.refused", "sign_in_refused"],
    ] as const;
    expect(await trail()).toEqual(refused);
    app.time.jump(TEN_MINUTES_MS);
    expect(await tryIn("Ann")).toBe(403);
    expect(await trail()).toEqual([...refused, ["user Ann", "user.refused", "sign_in_refused"]]);
    expect(JSON.stringify(readTrail(app.core.db))).not.toContain("passphrase");
  });
});
