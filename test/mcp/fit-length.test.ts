import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { AudioFileRecord } from "../../src/catalog/song-record.ts";
import { chooseVersion } from "../../src/mcp/tools/fit-length.ts";

function version(id: string, duration: number | null, vocals: AudioFileRecord["vocals"] = null): AudioFileRecord {
  return { id, duration, vocals, stem: false, description: "", wavPath: null, mp3Path: "a.mp3" };
}

const VERSIONS = [
  version("full", 180, "lead"),
  version("60", 60.04, "lead"),
  version("30", 29.96, "none"),
  version("?", null),
];
const fit = (more: object) => chooseVersion(VERSIONS, { song_id: "1", seconds: 60, ...more });

describe("the version that fits a length", () => {
  test("is the nearest one, and lengths within a tenth of a second are equal", () => {
    expect(fit({}).best).toMatchObject({ id: "60", difference: 0 });
    expect(fit({ seconds: 30 }).best).toMatchObject({ id: "30", difference: 0 });
    expect(fit({ seconds: 44 }).best).toMatchObject({ id: "30", difference: -14 });
  });

  test("is not shorter, or not longer, if asked", () => {
    expect(fit({ seconds: 31, fit: "not_shorter" }).best?.id).toBe("60");
    expect(fit({ seconds: 100, fit: "not_longer" }).best?.id).toBe("60");
    expect(fit({ seconds: 181, fit: "not_shorter" })).toMatchObject({
      best: null,
      notServed: ["the length of 1 version is not known", "no version is at least 181 s long; the longest is 180 s"],
    });
  });

  test("has the vocals that were asked for, if they are known", () => {
    expect(fit({ vocals: "instrumental" }).best?.id).toBe("30");
    expect(fit({ vocals: "lead", seconds: 30 }).best?.id).toBe("60");
    const unknown = chooseVersion([version("a", 30)], { song_id: "1", seconds: 30, vocals: "lead" });
    expect(unknown).toMatchObject({ best: null, notServed: ["no version is known to be sung by a lead voice"] });
  });

  test("is none if its length is unknown", () => {
    const unknown = chooseVersion([version("a", null, "none")], { song_id: "1", seconds: 30, vocals: "instrumental" });
    expect(unknown).toEqual({ best: null, others: [], notServed: ["the length of 1 version is not known"] });
  });

  test("property: it keeps what was asked, no other does so better, and a missing one has a reason", () => {
    const file = fc.record({
      duration: fc.option(fc.double({ min: 0.1, max: 600, noNaN: true })),
      vocals: fc.constantFrom("lead", "background", "none", null),
    });
    const wanted = fc.record({
      seconds: fc.double({ min: 0.1, max: 600, noNaN: true }),
      fit: fc.constantFrom("nearest", "not_shorter", "not_longer"),
    });
    fc.assert(
      fc.property(fc.array(file, { maxLength: 6 }), wanted, (given, want) => {
        const files = given.map(({ duration, vocals }, index) => version(`${index}`, duration, vocals));
        const { best, others, notServed } = chooseVersion(files, { song_id: "1", ...want });
        const known = files.filter(({ duration }) => duration !== null);
        expect(others.length + (best === null ? 0 : 1)).toBe(known.length);
        if (best === null) return expect(notServed.length).toBeGreaterThan(0);
        if (want.fit === "not_shorter") expect(best.difference).toBeGreaterThanOrEqual(0);
        if (want.fit === "not_longer") expect(best.difference).toBeLessThanOrEqual(0);
        const rivals = others.filter(({ difference }) =>
          want.fit === "nearest" ? true : want.fit === "not_shorter" ? difference >= 0 : difference <= 0,
        );
        for (const rival of rivals)
          expect(Math.abs(rival.difference)).toBeGreaterThanOrEqual(Math.abs(best.difference));
      }),
    );
  });
});
