import { describe, expect, test } from "bun:test";
import { recordCheck } from "../../../../src/catalog/import/check/check-record.ts";
import { mediaPathsOf, withRefs } from "../../../../src/catalog/import/media/locate-media.ts";

const line = (wav: string) => ({ id: "a", title: "A", audio_files: [{ id: "a-main", wav }] });
const check = (wav: string, isDemonstration: boolean) =>
  recordCheck()(line(wav), { folder: "/dump", isDemonstration, warn: () => undefined, note: () => undefined });

describe("a rendered ref in a dump", () => {
  test("of the demonstration catalog is stored unchanged, without a search for files", () => {
    const record = check("sound:a/main", true);
    expect(mediaPathsOf(record)).toEqual([]);
    const stored = withRefs(record, () => null);
    expect(stored.kind === "song" && stored.song.audioFiles[0]?.wav?.ref).toBe("sound:a/main");
  });

  test.each(["sound:a/main", "sound:../../etc/passwd", "sound:"])("of any other dump is refused: %s", (wav) => {
    expect(() => check(wav, false)).toThrow("only the demonstration catalog can name sound: files");
  });

  test.each(["sound:a", "sound:a/../main", "sound:a/b/c", "sound:/main", "sound:a/MAIN", "sound:a/main\n"])(
    "is refused without a song and a part: %p",
    (wav) => {
      expect(() => check(wav, true)).toThrow("only the demonstration catalog can name sound: files");
    },
  );

  test("is accepted only for audio files, not for stems or pictures", () => {
    const place = { folder: "/dump", isDemonstration: true, warn: () => undefined, note: () => undefined };
    expect(() => recordCheck()({ id: "a", title: "A", stems: "sound:a/main" }, place)).toThrow("sound:");
    expect(() => recordCheck()({ artist: { name: "B", image: "sound:a/main" } }, place)).toThrow("https");
  });
});
