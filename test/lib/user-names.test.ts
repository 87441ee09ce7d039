import { expect, test } from "bun:test";
import { userName } from "../../src/lib/user-names.ts";
import { TestFolder } from "../support/temporary-folder.ts";

test("a user has its name, or its id as sudo takes it", async () => {
  const folder = new TestFolder();
  const users = await folder.file(
    "passwd",
    "root:x:0:0::/root:/bin/sh\n\nbroken\nneedledrop:x:998:998::/srv:/bin/false\n",
  );
  expect([0, 998, 61_001].map((id) => userName(id, users))).toEqual(["root", "needledrop", "#61001"]);
  expect(userName(0, folder.to("missing"))).toBe("#0");
});
