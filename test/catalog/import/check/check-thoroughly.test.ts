import { describe, expect, test } from "bun:test";
import { recordCheck } from "../../../../src/catalog/import/check/check-record.ts";
import { checkThoroughly } from "../../../../src/catalog/import/check/check-thoroughly.ts";
import { withoutField } from "../../../../src/catalog/import/check/without-field.ts";

const check = recordCheck();

function checked(value: object, isLenient: boolean): { readonly title: string | null; readonly faults: string[] } {
  const { record, faults } = checkThoroughly(value, check, { folder: "/dump", isLenient });
  return { title: record?.kind === "song" ? record.song.title : null, faults: faults.map(({ field }) => field) };
}

const odd = (): object => ({
  id: "1",
  title: "One",
  bpm: "fast",
  isrc: "QZ",
  tags: { mood: ["calm", 3, "wide", 4] },
  audio_files: [{}, { id: "9", vocals: "choir", wav: "/abs.wav" }, { id: "9" }],
  playlists: [1, "2"],
});

describe("a record with several faults", () => {
  const fields = [
    "audio_files[0].id",
    "audio_files[1].vocals",
    "audio_files[1].wav",
    "audio_files[2].id",
    "bpm",
    "isrc",
    "playlists[1]",
    "tags.mood[1]",
    "tags.mood[3]",
  ];

  test("is rejected with all of them, each at its position in the dump", () => {
    const { title, faults } = checked(odd(), false);
    expect([title, faults.toSorted()]).toEqual([null, fields]);
  });

  test("is imported without these fields if it is lenient", () => {
    const { title, faults } = checked(odd(), true);
    expect([title, faults.toSorted()]).toEqual(["One", fields]);
  });

  test("is rejected without an id or a title even if it is lenient, and the other faults are found", () => {
    expect(checked({ title: "One", bpm: 0 }, true)).toEqual({ title: null, faults: ["id", "bpm"] });
    expect(checked({ id: "", title: "One", isrc: "QZ" }, true)).toEqual({ title: null, faults: ["id", "isrc"] });
    expect(checked({ playlist: { name: 3 } }, true)).toEqual({ title: null, faults: ["playlist.id"] });
    expect(checked({}, true)).toEqual({ title: null, faults: ["id"] });
  });

  test("is checked a limited number of times", () => {
    const mood = Array.from({ length: 10_000 }, (_, at) => at);
    expect(checked({ id: "1", title: "One", tags: { mood } }, true).faults).toHaveLength(50);
  });
});

test("a field is removed by its path, or the object that lacks it", () => {
  const record = { a: [{ b: 1 }, { c: 2 }], d: { e: 3 } };
  expect(["a[1].c", "a[0].x", "d.e", "x.y"].map((path) => withoutField(record, path))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(record).toEqual({ a: [{}], d: {} } as never);
});
