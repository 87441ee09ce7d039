import { describe, expect, test } from "bun:test";
import { columnField, listColumns, parseColumnMap } from "../../../../src/catalog/import/dump/column-map.ts";

describe("a column map", () => {
  test("maps columns to fields, and null leaves a column out", () => {
    expect(parseColumnMap({ "Track Name": "title", "Genre(s)": "Genres", Notes: null })).toEqual({
      kind: "map",
      map: new Map([
        ["Track Name", "title"],
        ["Genre(s)", "genre"],
        ["Notes", null],
      ]),
    });
  });

  test.each([[[]], ["title"], [null], [3]])("%p is not a map", (value) => {
    expect(parseColumnMap(value)).toMatchObject({ kind: "complaints" });
  });

  test("reports every unknown field", () => {
    const parsed = parseColumnMap({ A: "tilte", B: 3, C: "title" });
    expect(parsed.kind === "complaints" ? parsed.complaints : []).toEqual([
      expect.stringMatching(/^Column "A": "tilte" is not a field; the fields are id, title, /),
      expect.stringMatching(/^Column "B": 3 is not a field/),
    ]);
  });

  test("does not accept names of Object.prototype as fields", () => {
    expect(["constructor", "toString", "__proto__", "valueOf"].map(columnField)).toEqual([null, null, null, null]);
    expect(parseColumnMap({ Notes: "constructor" })).toMatchObject({ kind: "complaints" });
  });

  test("is not needed for headers that name a field, in any case and punctuation", () => {
    expect(["Released At", "released-at", " BPM ", "Artists", "moods", "label"].map(columnField)).toEqual([
      "released_at",
      "released_at",
      "bpm",
      "artist",
      "mood",
      null,
    ]);
  });
});

test("a list of columns shows six of them", () => {
  expect(listColumns(["a", "b", "c", "d", "e", "f"])).toBe("a, b, c, d, e, f");
  expect(listColumns(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e, f …");
});
