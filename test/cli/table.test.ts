import { describe, expect, test } from "bun:test";
import { renderList } from "../../src/cli/table.ts";

const HEADER = ["ID", "NAME", "NOTE"];
const ROWS = [
  ["1042", "editing suite", "for the second floor"],
  ["7", "音楽", "-"],
];

describe("a list", () => {
  test("is a table where its lines fit", () => {
    expect(renderList(ROWS, { header: HEADER, columns: 41 })).toBe(
      "ID    NAME           NOTE\n1042  editing suite  for the second floor\n7     音楽           -\n",
    );
  });

  test("wraps the last column before it gives up the table", () => {
    const lines = renderList(ROWS, { header: HEADER, columns: 34 }).split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "ID    NAME           NOTE",
      "1042  editing suite  for the",
      "                     second floor",
    ]);
  });

  test("is a block for each row where a table does not fit, with every character", () => {
    expect(renderList(ROWS, { header: HEADER, columns: 20 })).toBe(
      "ID    1042\nNAME  editing suite\nNOTE  for the second\n      floor\n\nID    7\nNAME  音楽\nNOTE  -\n",
    );
  });

  test("has no width limit away from a terminal", () => {
    expect(renderList(ROWS, { header: HEADER }).split("\n")).toHaveLength(4);
  });
});
