import { describe, expect, test } from "bun:test";
import {
  databaseFailureOf,
  DatabaseMoved,
  type StorageFailure,
  storageAdvice,
  storageFailureOf,
} from "../../src/lib/storage-failure.ts";

function failure(code: string): Error {
  return Object.assign(new Error("no"), { code });
}

const CODES: readonly (readonly [string, StorageFailure | null])[] = [
  ["SQLITE_FULL", "full"],
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_READONLY_DIRECTORY", "read-only"],
  ["EROFS", "read-only"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_BUSY_SNAPSHOT", "busy"],
  ["SQLITE_LOCKED_SHAREDCACHE", "busy"],
  ["SQLITE_CORRUPT_INDEX", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  ["SQLITE_IOERR_READ", "damaged"],
  ["SQLITE_IOERR_SHORT_READ", "damaged"],
  ["SQLITE_IOERR", "faulty"],
  ["SQLITE_IOERR_WRITE", "faulty"],
  ["SQLITE_CANTOPEN", "unopenable"],
  ["SQLITE_CONSTRAINT_UNIQUE", null],
  ["SQLITE_ERROR", null],
  ["ENOENT", null],
  ["SQLITE_FULLER", null],
];

describe("a storage failure", () => {
  test.each(CODES)("%s is %p", (code, expected) => {
    expect(storageFailureOf(failure(code))).toBe(expected);
    expect(storageFailureOf(new Error("outer", { cause: new Error("middle", { cause: failure(code) }) }))).toBe(
      expected,
    );
  });

  test("is not detected in other errors", () => {
    const endless = new Error("a");
    endless.cause = endless;
    for (const one of [new Error("no"), "SQLITE_FULL", null, undefined, { code: "SQLITE_FULL" }, endless]) {
      expect(storageFailureOf(one)).toBeNull();
    }
  });

  test("of a database is an SQLite error or a moved file", () => {
    expect(databaseFailureOf(failure("SQLITE_FULL"))).toBe("full");
    expect(databaseFailureOf(failure("ENOSPC"))).toBeNull();
    expect(databaseFailureOf(new DatabaseMoved("/srv/x.db", false))).toBe("moved");
  });

  test("has advice with the path, what was expected, and what to do", () => {
    const all = new Set(CODES.flatMap(([, one]) => (one === null ? [] : [one])));
    for (const one of [...all, "moved"] as const) {
      expect(storageAdvice(one, "/srv/x.db")).toMatch(/^\/srv\/x\.db: expected .+\. [A-Z].+\.$/);
    }
  });
});
