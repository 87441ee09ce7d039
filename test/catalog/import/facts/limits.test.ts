import { describe, expect, test } from "bun:test";
import { DateEvidence } from "../../../../src/catalog/import/facts/date-notation.ts";
import { DurationEvidence } from "../../../../src/catalog/import/facts/duration-notation.ts";
import type { FactReading } from "../../../../src/catalog/import/facts/fact-reading.ts";
import { readBpm } from "../../../../src/catalog/import/facts/read-bpm.ts";
import { readColumnDate, readDate } from "../../../../src/catalog/import/facts/read-date.ts";
import { readDecimal } from "../../../../src/catalog/import/facts/read-decimal.ts";
import { readDuration, readMilliseconds } from "../../../../src/catalog/import/facts/read-duration.ts";
import { readPitchClass } from "../../../../src/catalog/import/facts/read-key.ts";
import { readTruth, readVocals } from "../../../../src/catalog/import/facts/read-scale.ts";
import { splitNames, splitWords } from "../../../../src/catalog/import/facts/split-words.ts";

/** The value, "absent", or the reason why it is wrong. */
function shown<Value>(reading: FactReading<Value>): Value | string {
  return reading.kind === "value" ? reading.value : reading.kind === "absent" ? "absent" : reading.reason;
}

function yearOf(text: string): number | string {
  const date = readDate(text);
  return date.kind === "value" ? new Date(date.value.seconds * 1_000).getUTCFullYear() : date.kind;
}

describe("the limits of values are part of them", () => {
  test.each([
    ["9", 'expected beats per minute from 10 to 1000, got "9"'],
    ["9.6", 10],
    ["10", 10],
    ["1000", 1_000],
    ["1000.6", 'expected beats per minute from 10 to 1000, got "1000.6"'],
    ["100-135", 118],
    ["100-136", 'expected beats per minute from 10 to 1000, got "100-136"'],
    ["120 TO 124", 122],
    [" BPM ca. 92 ", 92],
  ])("tempo %p is %p", (text, expected) => expect(shown<number | string>(readBpm(text))).toBe(expected));

  test.each([
    ["1859", "wrong"],
    ["1860", 1860],
    ["2200", 2200],
    ["2201", "wrong"],
    ["31.12.49", 2049],
    ["31.12.50", 1950],
    ["1. aou\u0302t 2024", 2024],
    ["2024-12-31T23:59:59Z", 2024],
  ])("the year of %p is %p", (text, expected) => expect(yearOf(text)).toBe(expected));

  test.each([
    ["", "absent"],
    ["0", "absent"],
    [" ", "absent"],
    ["86400000", 86_400],
    ["86400001", 86_400.001],
    ["x", 'expected a duration in milliseconds, got "x"'],
  ])("milliseconds %p are %p", (text, expected) => {
    const reading = shown<number | string>(readMilliseconds(text));
    // A day is the longest duration.
    const isTooLong = typeof expected === "number" && expected > 86_400;
    expect(reading).toBe(isTooLong ? `expected a duration in milliseconds, got "${text}"` : expected);
  });

  test("a text of 120 characters is read, and a longer one is not", () => {
    const padded = (text: string, length: number): string => `${"0".repeat(length - text.length)}${text}`;
    expect(shown<number | string>(readDuration(padded("185", 120)))).toBe(185);
    expect(shown(readDuration(padded("185", 121)))).toContain("expected a duration");
    expect(shown(readBpm("-".repeat(121)))).toContain(`${"-".repeat(60)}…`);
  });
});

describe("reasons name what was expected", () => {
  test.each([
    ["2024-13-01", 'expected a date such as 2024-05-01, got "2024-13-01"'],
    ["01/05/2024", 'expected a date that shows which part is the day, such as 2024-05-01, got "01/05/2024"'],
  ])("for the date %p", (text, reason) => expect(shown(readDate(text))).toBe(reason));

  test("for a pitch class", () =>
    expect(shown(readPitchClass("12", "1"))).toBe('expected a pitch class from 0 to 11, got "12"'));
});

describe("other spellings are read", () => {
  test("of milliseconds and of missing values", () => {
    expect(shown<number | string>(readDuration("185000 MS"))).toBe(185);
    expect([...splitWords("SET()"), ...splitNames("Set()"), ...splitWords("NaN")]).toEqual([]);
  });

  test("of yes, no and vocals, with spaces around them", () => {
    expect([" yes ", " No\t"].map((text) => readTruth(text).kind)).toEqual(["value", "value"]);
    expect(
      ["lead", "no vocals", "BGVs", " y ", "no", "", "loud"].map((text) => shown<string>(readVocals(text))),
    ).toEqual([
      "lead",
      "none",
      "background",
      "lead",
      "none",
      "absent",
      'expected one of lead, background, none, got "loud"',
    ]);
  });

  test("of keys that have a mode already", () => {
    const key = readPitchClass("Am", "1");
    expect(key.kind === "value" ? key.value.mode : key.kind).toBe("minor");
  });

  test.each([
    ["1234,567,890", Number.NaN],
    ["123,456,789", 123_456_789],
    ["-1.234.567", -1_234_567],
    ["1234.567,5", Number.NaN],
  ])("of numbers: %p is %p", (text, expected) => expect(readDecimal(text)).toBe(expected));
});

describe("what a column shows", () => {
  const dates = (cells: readonly string[]): { readonly days: string[]; readonly remarks: string[] } => {
    const evidence = new DateEvidence();
    for (const cell of cells) evidence.add(cell);
    const days = cells.map((cell) => {
      const reading = readColumnDate(cell, evidence.notation());
      return reading.kind === "value"
        ? new Date(reading.value.seconds * 1_000).toISOString().slice(0, 10)
        : reading.kind;
    });
    return { days, remarks: evidence.remarks() };
  };

  test("about the order of dates is said with the first unclear cell", () => {
    expect(dates(["05/06/2024", "07/08/2024", "12/31/2023"])).toEqual({
      days: ["2024-05-06", "2024-07-08", "2023-12-31"],
      remarks: ['dates such as "05/06/2024" were read with the month first'],
    });
    expect(dates(["05/05/2024", "12/31/2023"]).remarks).toEqual([]);
    expect(dates(["05/06/2024", "31/12/2023", "12/31/2023"])).toEqual({
      days: ["wrong", "2023-12-31", "2023-12-31"],
      remarks: [],
    });
  });

  test("about durations ignores spaces and zeros, and needs half of the numbers to be usual milliseconds", () => {
    const durations = (cells: readonly string[]): readonly (number | string)[] => {
      const evidence = new DurationEvidence();
      for (const cell of cells) evidence.add(cell);
      return cells.map((cell) => shown<number | string>(readDuration(cell, evidence.notation())));
    };
    expect(durations([" 3.05 ", "2.47"])).toEqual([185, 167]);
    expect(durations(["0", "185000", "30000"])).toEqual(["absent", 185, 30]);
    expect(durations(["1000", "2000", "20000"])).toEqual([1_000, 2_000, 20_000]);
  });
});
