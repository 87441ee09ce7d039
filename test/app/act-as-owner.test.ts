import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { actAsOwner, type CommandCall, type ProcessUser } from "../../src/app/act-as-owner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const CALL: CommandCall = { program: "/opt/nd", argv: ["keys", "list"], namesData: false };

function user(id: number | null): ProcessUser {
  return {
    id,
    become: () => {
      throw new Error("expected not to change the user");
    },
  };
}

test("a folder of the same user, a missing folder and a system without users change nothing", () => {
  const folder = temporaryFolder();
  expect(actAsOwner(folder, user(statSync(folder).uid), CALL)).toBeNull();
  expect(actAsOwner(join(folder, "missing"), user(12_345), CALL)).toBeNull();
  expect(actAsOwner(folder, user(null), CALL)).toBeNull();
});

test("another user may use a folder whose file system gives the owner all files", () => {
  const folder = temporaryFolder();
  expect(actAsOwner(folder, user(statSync(folder).uid + 1), CALL)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});
