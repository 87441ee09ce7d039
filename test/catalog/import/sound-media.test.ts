import { describe, expect, test } from "bun:test";
import { recordCheck } from "../../../src/catalog/import/check-record.ts";
import { MediaLocator, mediaPathsOf } from "../../../src/catalog/import/locate-media.ts";

const line = (wav: string) => ({ id: "a", title: "A", audio_files: [{ id: "a-main", wav }] });
const check = (wav: string, allowsSound: boolean) =>
  recordCheck()(line(wav), { folder: "/dump", allowsSound, warn: () => undefined, note: () => undefined });

describe("sound: in a dump", () => {
  test("is taken as it is from the demonstration catalog, and looked for nowhere", async () => {
    const record = check("sound:a/main", true);
    const paths = mediaPathsOf(record);
    expect(paths.map((path) => path.absolute)).toEqual(["sound:a/main"]);
    const findings = await new MediaLocator().locate(paths);
    expect([...findings.values()]).toEqual([{ kind: "present" }]);
  });

  for (const wav of ["sound:a/main", "sound:../../etc/passwd", "sound:"]) {
    test(`is refused from any other dump: ${wav}`, () => {
      expect(() => check(wav, false)).toThrow("only the demonstration catalog has sound: files");
    });
  }

  for (const wav of ["sound:a", "sound:a/../main", "sound:a/b/c", "sound:/main", "sound:a/MAIN", "sound:a/main\n"]) {
    test(`is refused where it names no song and part: ${JSON.stringify(wav)}`, () => {
      expect(() => check(wav, true)).toThrow("only the demonstration catalog has sound: files");
    });
  }

  test("is for files alone: a song's stems and pictures are real ones", () => {
    const place = { folder: "/dump", allowsSound: true, warn: () => undefined, note: () => undefined };
    expect(() => recordCheck()({ id: "a", title: "A", stems: "sound:a/main" }, place)).toThrow("sound:");
    expect(() => recordCheck()({ artist: { name: "B", image: "sound:a/main" } }, place)).toThrow("https");
  });
});
