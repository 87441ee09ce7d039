import { expect, test } from "bun:test";
import { objectsText } from "../../src/console/app/admin/audit/objects-text.ts";

test("an entry of the audit trail does not name objects that it does not have", () => {
  expect(objectsText({ search: "s", assets: [], key: null })).toBe("search: s");
  expect(objectsText({ search: "s", assets: ["a", "b"], count: 2 })).toBe("search: s; assets: a, b; count: 2");
});
