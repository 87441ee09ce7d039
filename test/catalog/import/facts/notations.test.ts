import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DateEvidence } from "../../../../src/catalog/import/facts/date-notation.ts";
import { DurationEvidence } from "../../../../src/catalog/import/facts/duration-notation.ts";
import { hasThousands, readDecimal } from "../../../../src/catalog/import/facts/read-decimal.ts";
import { readColumnDate } from "../../../../src/catalog/import/facts/read-date.ts";
import { readDuration } from "../../../../src/catalog/import/facts/read-duration.ts";
import { KeyEvidence, readKey } from "../../../../src/catalog/import/facts/read-key.ts";

const WRONG = "wrong";

function dates(cells: readonly string[]): string[] {
  const evidence = new DateEvidence();
  for (const cell of cells) evidence.add(cell);
  return cells.map((cell) => {
    const reading = readColumnDate(cell, evidence.notation());
    return reading.kind === "value" ? new Date(reading.value.seconds * 1_000).toISOString().slice(0, 10) : reading.kind;
  });
}

function durations(cells: readonly string[]): (number | string)[] {
  const evidence = new DurationEvidence();
  for (const cell of cells) evidence.add(cell);
  return cells.map((cell) => {
    const reading = readDuration(cell, evidence.notation());
    return reading.kind === "value" ? reading.value : reading.kind;
  });
}

function keys(cells: readonly string[]): string[] {
  const evidence = new KeyEvidence();
  for (const cell of cells) evidence.add(cell);
  return cells.map((cell) => {
    const reading = readKey(cell, evidence.notation());
    return reading.kind === "value" ? `${reading.value.name} ${reading.value.mode}`.trim() : reading.kind;
  });
}

describe("a column of dates", () => {
  test.each([
    [
      ["01/05/2024", "31/12/2023"],
      ["2024-05-01", "2023-12-31"],
    ],
    [
      ["01/05/2024", "12/31/2023"],
      ["2024-01-05", "2023-12-31"],
    ],
    [
      ["01/05/2024", "31/12/2023", "12/31/2023"],
      [WRONG, "2023-12-31", "2023-12-31"],
    ],
    [
      ["01/05/2024", "02/05/2024"],
      [WRONG, WRONG],
    ],
    [["01.05.2024"], ["2024-05-01"]],
    [
      ["01.05.2024", "05.31.2024"],
      ["2024-01-05", "2024-05-31"],
    ],
    [
      ["01.05.2024", "01/05/2024", "12/31/2023"],
      ["2024-05-01", "2024-01-05", "2023-12-31"],
    ],
    [
      ["45413", "45413.5", "45,413", "20240501", "2024", "202405"],
      ["2024-05-01", "2024-05-01", "2024-05-01", "2024-05-01", "2024-01-01", "2024-05-01"],
    ],
    [
      ["1714521600", "1714521600000", "-86400", "20240501", "45413"],
      ["2024-05-01", "2024-05-01", "1969-12-31", "2024-05-01", WRONG],
    ],
    [
      ["7", "123456", "0", ""],
      [WRONG, WRONG, "absent", "absent"],
    ],
  ])("%p is %p", (cells, expected) => expect(dates(cells)).toEqual(expected));
});

describe("a column of durations", () => {
  test.each([
    [
      ["3.05", "2.47", "4.3"],
      [185, 167, 270],
    ],
    [
      ["3,05", "2,47"],
      [185, 167],
    ],
    [
      ["3.05", "2.75"],
      [WRONG, WRONG],
    ],
    [
      ["3.5", "4.5"],
      [WRONG, WRONG],
    ],
    [
      ["3.05", "185.25"],
      [3.05, 185.25],
    ],
    [
      ["3.05", "3:05"],
      [185, 185],
    ],
    [
      ["185000", "30000", "7000", "183,250"],
      [185, 30, 7, 183.25],
    ],
    [
      ["185", "185000"],
      [185, WRONG],
    ],
    [
      ["185", "30", "7200"],
      [185, 30, 7_200],
    ],
    [
      ["183.250", "92.5"],
      [183.25, 92.5],
    ],
    [
      ["3:05:00", "2:47:00", "4:10:00"],
      [185, 167, 250],
    ],
    [
      ["0:03:05", "1:02:03"],
      [185, 3_723],
    ],
    [
      ["3.59", "2.10"],
      [239, 130],
    ],
    [
      ["3.60", "2.10"],
      [WRONG, WRONG],
    ],
    [
      ["29.10", "2.05"],
      [1_750, 125],
    ],
    [
      ["30.10", "2.05"],
      [30.1, 2.05],
    ],
    [
      ["60.10", "185000", "30000"],
      [60.1, WRONG, 30_000],
    ],
    [
      ["59.10", "185000", "30000"],
      [59.1, 185, 30],
    ],
    [
      ["1000", "20000"],
      [1, 20],
    ],
    [
      ["999", "20000"],
      [999, 20_000],
    ],
    [
      ["1000", "19999"],
      [1_000, 19_999],
    ],
    [
      ["3:05:00", "2:47:00"],
      [11_100, 10_020],
    ],
    [
      ["3:05:00", "2:47:00", "0:10:00"],
      [185, 167, 10],
    ],
    [
      ["3:05:00", "0:47:00", "0:10:00"],
      [11_100, 2_820, 600],
    ],
    [
      ["3:05:00", "2:47:00", "1:10:01"],
      [11_100, 10_020, 4_201],
    ],
    [["time of day 03:05:00"], [185]],
    [
      ["time of day 00:03:05", "time of day 00:02:00"],
      [185, 120],
    ],
    [
      ["time of day 03:05:00", "time of day 00:02:30"],
      [WRONG, 150],
    ],
  ])("%p is %p", (cells, expected) => expect(durations(cells)).toEqual(expected));
});

describe("a column of keys", () => {
  test.each([
    [
      ["B", "Bm", "C"],
      ["B", "B minor", "C"],
    ],
    [
      ["B", "Bm", "H"],
      ["Bb", "Bb minor", "B"],
    ],
    [
      ["B", "a-moll"],
      ["Bb", "A minor"],
    ],
    [
      ["B", "Bb", "H"],
      [WRONG, "Bb", "B"],
    ],
    [
      ["B", "B-Dur"],
      ["Bb", "Bb major"],
    ],
  ])("%p is %p", (cells, expected) => expect(keys(cells)).toEqual(expected));
});

describe("a number", () => {
  test.each([
    ["1,234.5", 1_234.5],
    ["1.234,5", 1_234.5],
    ["1 234,5", 1_234.5],
    ["1'234.5", 1_234.5],
    ["1.234.567", 1_234_567],
    ["92,5", 92.5],
    ["-3", -3],
    ["1.2.3", Number.NaN],
    ["1,2,3", Number.NaN],
    ["12,34.5", Number.NaN],
    ["", Number.NaN],
    ["1e5", Number.NaN],
  ])("written %p is %p", (text, expected) => expect(readDecimal(text)).toBe(expected));

  test("in any notation keeps its value", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.constantFrom("en-US", "de-DE", "de-CH", "fr-FR"),
        (number, locale) => {
          const text = (number + 0.5).toLocaleString(locale);
          expect(readDecimal(text)).toBe(number + 0.5);
          expect(hasThousands(number.toLocaleString("en-US"))).toBe(number >= 1_000 && number < 1_000_000);
        },
      ),
    );
  });
});

test("no column breaks its reader", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom("1", "3", "60", ".", ",", ":", "/", "-", " ")).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(fc.array(cell), (cells) => {
      expect([dates(cells), durations(cells), keys(cells)].map((all) => all.length)).toEqual(
        Array(3).fill(cells.length),
      );
    }),
  );
});
