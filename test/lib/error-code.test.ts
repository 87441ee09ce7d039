import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { errorCode, hasErrorCode } from "../../src/lib/error-code.ts";

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}

test("a system error has its code", () => {
  const absent = caught(() => readFileSync("/no/such/file"));
  expect(errorCode(absent)).toBe("ENOENT");
  expect(hasErrorCode(absent, "ENOENT", "ENOTDIR")).toBe(true);
  expect(hasErrorCode(absent, "EACCES")).toBe(false);
});

test.each([
  [new Error("plain")],
  [Object.assign(new Error("numbered"), { code: 20 })],
  [{ code: "ENOENT" }],
  [null],
  ["ENOENT"],
])("%p has no code", (error) => {
  expect(errorCode(error)).toBeNull();
  expect(hasErrorCode(error, "ENOENT")).toBe(false);
});
