import { describe, expect, test } from "bun:test";
import { LIKENESS_FACETS } from "../../../schema/sound-descriptor.ts";
import { compareFacets } from "../../../src/ranking/sound/compare.ts";
import { signSongs, SIGNED_SONGS_MIN } from "../../../src/ranking/sound/sign-songs.ts";
import { SIGNATURE_BYTES } from "../../../src/ranking/sound/signature.ts";
import { allOf, constantDescriptor, descriptorOf } from "../../support/sound-descriptors.ts";

const KINDS = 12;

/** Three takes of each kind. */
const catalog = Array.from({ length: 3 * KINDS }, (_, at) => descriptorOf(allOf(at % KINDS), at).toBase64());

function likeness(signatures: Int8Array, one: number, other: number) {
  return compareFacets(signatures, one * SIGNATURE_BYTES, other * SIGNATURE_BYTES);
}

describe("the signatures of a catalog", () => {
  test("are near for takes of one kind and far for other kinds, in each facet", () => {
    const { signatures } = signSongs(catalog);
    expect(signatures).toHaveLength(catalog.length * SIGNATURE_BYTES);
    const [same, other] = [likeness(signatures, 2, 2 + KINDS), likeness(signatures, 2, 3)];
    for (const facet of LIKENESS_FACETS) {
      expect(same[facet]).toBeGreaterThan(0.9);
      expect(other[facet]).toBeLessThan(0.6);
    }
  });

  test("are the same for the same catalog, and a song's likeness to itself is 1", () => {
    expect(signSongs(catalog)).toEqual(signSongs(catalog));
    const own = likeness(signSongs(catalog).signatures, 5, 5);
    for (const facet of LIKENESS_FACETS) expect(own[facet]).toBeCloseTo(1, 1);
  });

  test("differ by facet: a take with another rhythm is near in the others", () => {
    const mixed = descriptorOf({ ...allOf(2), rhythm: 7 }, 99).toBase64();
    const { signatures } = signSongs([...catalog, mixed]);
    const found = likeness(signatures, 2, catalog.length);
    expect(found.rhythm).toBeLessThan(0.6);
    expect(Math.min(found.feel, found.harmony, found.instruments)).toBeGreaterThan(0.8);
    expect(likeness(signatures, 7, catalog.length).rhythm).toBeGreaterThan(0.9);
  });

  test("are zero for a song without a descriptor, or with one of another length", () => {
    const { signatures } = signSongs([...catalog, null, "AAAA"]);
    expect(signatures.subarray(catalog.length * SIGNATURE_BYTES).every((value) => value === 0)).toBe(true);
  });

  test("need songs enough to show what is usual", () => {
    expect(signSongs(catalog.slice(0, SIGNED_SONGS_MIN - 1)).signatures).toHaveLength(0);
    expect(signSongs(catalog.slice(0, SIGNED_SONGS_MIN)).signatures).toHaveLength(SIGNED_SONGS_MIN * SIGNATURE_BYTES);
    expect(signSongs([])).toEqual({
      signatures: new Int8Array(),
      alikeFrom: new Float32Array(),
      projections: new Float32Array(),
    });
  });

  test("are zero in a catalog in which all sounds are equal", () => {
    const equal = Array.from({ length: 20 }, () => constantDescriptor(3).toBase64());
    expect(signSongs(equal).signatures.every((value) => value === 0)).toBe(true);
  });

  test("say from which likeness on two songs are alike, so that few pairs are", () => {
    const { signatures, alikeFrom } = signSongs(catalog);
    LIKENESS_FACETS.forEach((facet, index) => {
      const from = alikeFrom[index] ?? 0;
      const pairs = catalog.flatMap((_, one) =>
        catalog.slice(one + 1).map((_text, at) => likeness(signatures, one, one + 1 + at)[facet]),
      );
      expect(from).toBeGreaterThanOrEqual(0.3);
      expect(pairs.filter((value) => value >= from).length / pairs.length).toBeLessThan(0.15);
    });
  });
});
