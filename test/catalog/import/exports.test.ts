import { describe, expect, test } from "bun:test";
import { importExport, messyExports } from "../../support/messy-exports.ts";
import { CatalogFixture } from "./catalog-fixture.ts";

describe("an export", () => {
  test.each(messyExports().map((one) => [one.name.replaceAll("-", " "), one] as const))("with %s", async (_, given) => {
    const catalog = await CatalogFixture.make();
    try {
      const { songs, report } = await importExport(catalog, given);
      expect(songs).toEqual([...given.songs]);
      expect(report).toEqual([...given.report]);
    } finally {
      await catalog.remove();
    }
  });
});
