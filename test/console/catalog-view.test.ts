import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addressOfView, type CatalogView, viewOfAddress } from "../../src/console/app/catalog/catalog-view.ts";
import { SORTS } from "../../src/console/app/catalog/facet-names.ts";

const WHOLE: CatalogView = { chosen: {}, ranges: {}, title: "", sort: "", withHarmonic: false, top: 0 };

describe("the address of the catalog", () => {
  test("is plain for the whole catalog", () => {
    expect(addressOfView(WHOLE)).toBe("");
    expect(viewOfAddress("")).toEqual(WHOLE);
  });

  test("opens the view that it was made of", () => {
    const values = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 });
    const view = fc.record({
      chosen: fc.record({ genre: values, energy: values, key: values }, { requiredKeys: [] }),
      ranges: fc.record({ bpm: fc.constantFrom("90..110", "..110", "90..") }, { requiredKeys: [] }),
      title: fc.string().map((text) => text.trim()),
      sort: fc.constantFrom(...SORTS),
      withHarmonic: fc.boolean(),
      top: fc.nat({ max: 60_000 }),
    });
    fc.assert(fc.property(view, (one) => expect(viewOfAddress(addressOfView(one))).toEqual(one)));
  });

  test("leaves out what it does not know", () => {
    expect(viewOfAddress("?colour=red&sort=loudness&bpm-range=fast&song=0&harmonic=1")).toEqual(WHOLE);
    expect(viewOfAddress("?song=99999999999").top).toBe(0);
  });
});
