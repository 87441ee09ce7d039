import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { addUser, changePassword, removeUser } from "../../src/users/manage-users.ts";
import { Sessions } from "../../src/users/sessions.ts";
import { findUserByName } from "../../src/users/store.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { PASSWORD, signIn } from "../support/signed-in.ts";

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create();
});
afterAll(() => app.close());

describe("people who change while others sign in", () => {
  test("two first sign-ins with the admin token at once both succeed, with one key", async () => {
    const answers = await Promise.all([1, 2].map(() => signIn(app, { admin_token: ADMIN_TOKEN })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const keys = runNow(app.core.keys.list());
    expect(keys.map(({ name }) => name)).toEqual(["Console: admin token"]);
  });

  test("a user who was removed, or has another password, gets no session for the row that was read before", async () => {
    const { core } = app;
    const sessions = new Sessions({ ...core, adminToken: ADMIN_TOKEN });
    const rowOf = (name: string) => {
      const row = runNow(findUserByName(core.db, name));
      if (row === null) throw new Error("There is no such user.");
      return row;
    };
    for (const name of ["gone", "changed", "same"])
      await addUser(core, { name, role: "supervisor", password: PASSWORD });
    const rows = ["gone", "changed", "same"].map(rowOf);
    await removeUser(core, "gone");
    await changePassword(core, "changed", "another password");
    const started = await Promise.all(rows.map((row) => sessions.startFor(row)));
    expect(started.map((one) => one !== null)).toEqual([false, false, true]);
  });

  test("a user stays if the key cannot be revoked in the same transaction", async () => {
    const { core } = app;
    await addUser(core, { name: "Stay", role: "supervisor", password: PASSWORD });
    const onChange = () => {
      throw new Error("the disk is full");
    };
    await expect(removeUser({ ...core, onChange }, "Stay")).rejects.toThrow("the disk is full");
    expect(runNow(findUserByName(core.db, "stay"))).not.toBeNull();
    await removeUser(core, "Stay");
    expect(runNow(core.keys.list()).find(({ name }) => name === "Console: Stay")?.revokedAt).not.toBeNull();
  });
});
