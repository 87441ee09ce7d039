import { expect, test } from "bun:test";
import { catalogCheck } from "../../src/catalog/catalog-check.ts";
import type { CatalogFailure } from "../../src/catalog/live-catalog.ts";

const failure = (isForbidden: boolean): CatalogFailure => ({
  generation: 1,
  message: "secret path",
  isForbidden,
  since: 0,
});

test.each([
  [true, "its files cannot be read: permission denied, since 1970-01-01T00:00:00.000Z, see the log"],
  [false, "its files are damaged or missing since 1970-01-01T00:00:00.000Z, see the log"],
])("a catalog that is lost for lack of permission (%p) is not called damaged", (isForbidden, detail) => {
  const check = catalogCheck({ current: () => null, failure: () => null, damage: () => failure(isForbidden) });
  expect(check).toEqual({ name: "catalog", ok: false, detail });
});

test("a new catalog without permission says so", () => {
  const check = catalogCheck({ current: () => null, failure: () => failure(true), damage: () => null });
  expect(check.detail).toBe(
    "the newest catalog cannot be opened: permission denied, since 1970-01-01T00:00:00.000Z, see the log",
  );
});
