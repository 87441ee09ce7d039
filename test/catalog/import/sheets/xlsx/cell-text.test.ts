import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cellText, type CellText } from "../../../../../src/catalog/import/sheets/xlsx/cell-text.ts";

function dateCell(value: string): CellText {
  return cellText({ type: "d", style: "", value }, { sharedStrings: [], styles: [], isFrom1904: false });
}

function numberCell(value: string, isFrom1904: boolean): CellText {
  return cellText({ type: "n", style: "0", value }, { sharedStrings: [], styles: [true], isFrom1904 });
}

describe("an ISO date east of Greenwich", () => {
  const variable = process.env["TZ"];
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

  beforeEach(() => {
    process.env["TZ"] = "Europe/Berlin";
  });

  afterEach(() => {
    // Bun keeps the last zone when the variable is deleted, so the former zone is set first.
    process.env["TZ"] = timeZone;
    if (variable === undefined) delete process.env["TZ"];
  });

  test("is tested in a zone other than UTC", () => {
    expect(new Date(Date.UTC(2024, 2, 1)).getHours()).toBe(1);
  });

  test.each([
    "2024-03-01T00:00:00",
    "2024-03-01T00:00",
    "2024-03-01T00:00:00.000",
    "2024-03-01T00:00:00Z",
    "2024-03-01",
  ])("keeps its day: %s", (value) => {
    expect(dateCell(value)).toEqual({ text: "2024-03-01" });
  });

  test.each(["02:05:00", "T02:05:00", "02:05", "02:05:00.5", "T02:05:00Z", "1899-12-31T02:05:00"])(
    "without a day is a time of day, like a number below 1: %s",
    (value) => {
      expect(dateCell(value)).toEqual({ text: "time of day 02:05:00" });
      expect(dateCell(value)).toEqual(numberCell("0.0868055555555556", false));
    },
  );

  test.each(["25:00:00", "T02:65:00", "2024-13-01T00:00:00", "2024-03-01T"])(
    "that is invalid is a fault: %s",
    (value) => {
      expect(dateCell(value)).toEqual({ fault: `expected a date up to the year 9999, got ${JSON.stringify(value)}` });
    },
  );
});

describe("a number in a workbook whose days are counted from 1904", () => {
  test.each([
    ["0.0868055555555556", "time of day 02:05:00"],
    ["0.0868", "time of day 02:05:00"],
    ["0.00214120370370370", "time of day 00:03:05"],
    ["0.99999", "time of day 23:59:59"],
  ])("is a time of day below 1: %s", (value, text) => {
    expect(numberCell(value, true)).toEqual({ text });
    expect(numberCell(value, true)).toEqual(numberCell(value, false));
  });

  test.each([
    ["1", "1904-01-02"],
    ["43951", "2024-05-01"],
  ])("is a date from 1 on: %s", (value, text) => {
    expect(numberCell(value, true)).toEqual({ text });
  });
});
