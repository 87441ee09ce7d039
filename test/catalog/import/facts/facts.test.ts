import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readBpm } from "../../../../src/catalog/import/facts/read-bpm.ts";
import { readDate } from "../../../../src/catalog/import/facts/read-date.ts";
import { readDuration, readMilliseconds } from "../../../../src/catalog/import/facts/read-duration.ts";
import { readIsrc } from "../../../../src/catalog/import/facts/read-isrc.ts";
import { readKey, readPitchClass } from "../../../../src/catalog/import/facts/read-key.ts";
import { readEnergy, readTruth } from "../../../../src/catalog/import/facts/read-scale.ts";
import type { FactReading } from "../../../../src/catalog/import/facts/fact-reading.ts";
import { splitNames, splitWords } from "../../../../src/catalog/import/facts/split-words.ts";

/** The value, "absent" or "wrong". */
function shown<Value>(reading: FactReading<Value>): Value | "absent" | "wrong" {
  return reading.kind === "value" ? reading.value : reading.kind;
}

describe("a tempo", () => {
  test.each([
    ["128", 128],
    ["128.0", 128],
    ["127.6 BPM", 128],
    ["92,5", 93],
    ["", "absent"],
    ["0", "wrong"],
    ["0.2", "wrong"],
    ["1001", "wrong"],
    ["fast", "wrong"],
    ["-3", "wrong"],
    ["120-124", 122],
    ["120 – 125 bpm", 123],
    ["120 bis 124", 122],
    ["85-170", "wrong"],
    ["124-120", "wrong"],
    ["ca. 92", 92],
    ["~120", 120],
    ["♩ = 120", 120],
    ["Fast (140)", 140],
    ["1,234.5", "wrong"],
  ])("written %p is %p", (text, expected) => expect(shown<number | string>(readBpm(text))).toBe(expected));
});

describe("a key", () => {
  test.each([
    ["Am", "A minor"],
    ["A minor", "A minor"],
    ["a min", "A minor"],
    ["F♯ maj", "F# major"],
    ["Bb", "Bb "],
    ["B flat minor", "Bb minor"],
    ["C#m", "C# minor"],
    ["DM", "D major"],
    ["8A", "A minor"],
    ["8b", "C major"],
    ["1A", "Ab minor"],
    ["12B", "E major"],
    ["05A", "C minor"],
    ["1m", "A minor"],
    ["1d", "C major"],
    ["6m", "Ab minor"],
    ["12d", "F major"],
    ["o", "absent"],
    ["", "absent"],
    ["H", "B "],
    ["Hm", "B minor"],
    ["h-moll", "B minor"],
    ["B-Dur", "Bb major"],
    ["B", "B "],
    ["a-moll", "A minor"],
    ["Fis-Dur", "F# major"],
    ["es", "Eb "],
    ["As-Dur", "Ab major"],
    ["la mineur", "A minor"],
    ["la bémol majeur", "Ab major"],
    ["Fa# menor", "F# minor"],
    ["do sostenido mayor", "C# major"],
    ["sol minore", "G minor"],
    ["ля минор", "A minor"],
    ["A min", "A minor"],
    ["A-minor", "A minor"],
    ["Key of D", "D "],
    ["D dorian", "D dorian"],
    ["G#/Ab minor", "Ab minor"],
    ["8A (Am)", "A minor"],
    ["Am - Cm", "A minor"],
    ["C major, A minor", "C major"],
    ["N/A", "absent"],
    ["unbekannt", "absent"],
    ["A minor loud", "wrong"],
    ["As fast as possible", "wrong"],
    ["13A", "wrong"],
    ["loud", "wrong"],
  ])("written %p is %p", (text, expected) => {
    const key = readKey(text);
    expect(key.kind === "value" ? `${key.value.name} ${key.value.mode}` : key.kind).toBe(expected);
  });

  test.each([
    ["0", "1", "C major"],
    ["11", "0", "B minor"],
    ["C#", "Major", "C# major"],
    ["9.0", "0.0", "A minor"],
    ["4", "", "E "],
    ["-1", "1", "absent"],
    ["12", "1", "wrong"],
    ["4", "dorian", "E dorian"],
    ["4", "sad", "wrong"],
  ])("of pitch class %p and mode %p is %p", (pitch, mode, expected) => {
    const key = readPitchClass(pitch, mode);
    expect(key.kind === "value" ? `${key.value.name} ${key.value.mode}` : key.kind).toBe(expected);
  });
});

describe("other facts", () => {
  test.each([
    ["QZABC2400001", "QZABC2400001"],
    ["ISRC: qz-abc-24-00001", "QZABC2400001"],
    ["", "absent"],
    ["QZABC24", "wrong"],
    ["12ABC2400001", "wrong"],
  ])("ISRC %p is %p", (text, expected) => expect(shown(readIsrc(text))).toBe(expected));

  test.each([
    ["2024-05-01", [1_714_521_600, false]],
    ["2024/05/01", [1_714_521_600, false]],
    ["20240501", [1_714_521_600, false]],
    ["2024-05-01T12:30:00Z", [1_714_521_600, false]],
    ["2024-05", [1_714_521_600, true]],
    ["2024", [1_704_067_200, true]],
    ["2024-00-00", [1_704_067_200, true]],
    ["0000", "absent"],
    ["01/05/2024", "wrong"],
    ["31.12.2023", [1_703_980_800, false]],
    ["12/31/2023", [1_703_980_800, false]],
    ["31-12-2023", [1_703_980_800, false]],
    ["31.12.23", [1_703_980_800, false]],
    ["05/05/2024", [1_714_867_200, false]],
    ["1 May 2024", [1_714_521_600, false]],
    ["May 1, 2024", [1_714_521_600, false]],
    ["1. Mai 2024", [1_714_521_600, false]],
    ["1 de mayo de 2024", [1_714_521_600, false]],
    ["1er mai 2024", [1_714_521_600, false]],
    ["2024-May-01", [1_714_521_600, false]],
    ["05/2024", [1_714_521_600, true]],
    ["May 2024", [1_714_521_600, true]],
    ["2024-05-01 02:30 PM", [1_714_521_600, false]],
    ["45413", "wrong"],
    ["1714521600", "wrong"],
    ["12 Angry Men 1957", "wrong"],
    ["2024-13-01", "wrong"],
    ["2023-02-29", "wrong"],
    ["0001-01-01", "wrong"],
  ])("date %p is %p", (text, expected) => {
    const date = readDate(text);
    const found: unknown = date.kind === "value" ? [date.value.seconds, date.value.isRough] : date.kind;
    expect(found).toEqual(expected);
  });

  test.each([
    ["2:05", 125],
    ["1:02:03", 3_723],
    ["125.4", 125.4],
    ["125", 125],
    ["00:00", "absent"],
    ["2.05", "wrong"],
    ["59.5", "wrong"],
    ["60.5", 60.5],
    ["86400", 86_400],
    ["86400.1", "wrong"],
    ["1 h 2 min 3 s", 3_723],
    ["999:59", 59_999],
    ["1:59:59.5", 7_199.5],
    ["1:60", "wrong"],
    ["0.0004 s", "absent"],
    ["185,5", 185.5],
    ["0:03:05", 185],
    ["3'05\"", 185],
    ["3m05s", 185],
    ["3 min 5 sec", 185],
    ["3.5 min", 210],
    ["185 s", 185],
    ["185 Sek.", 185],
    ["185000 ms", 185],
    ["PT3M5S", 185],
    ["00:02:05:12", 125],
    ["3.05 min", "wrong"],
    ["90000", "wrong"],
    ["time of day 00:02:05", 125],
    ["time of day 02:05:00", "wrong"],
    ["2:75", "wrong"],
  ])("duration %p is %p", (text, expected) => expect(shown<number | string>(readDuration(text))).toBe(expected));

  test("milliseconds, energies and booleans are read", () => {
    expect(shown(readMilliseconds("183250"))).toBe(183.25);
    expect(["0", "0.24", "0.25", "0.74", "1", "1.1", "High", "Very Low"].map((one) => shown(readEnergy(one)))).toEqual([
      "very_low",
      "very_low",
      "low",
      "medium",
      "high",
      "wrong",
      "high",
      "very_low",
    ]);
    const read = (words: string): unknown[] => words.split(" ").map((one) => shown<boolean | string>(readTruth(one)));
    expect(read("Y yes 1 x ja oui sí si sim да TRUE WAHR ✓").every((one) => one === true)).toBe(true);
    expect(read("N no 0 nein non não FALSE FALSCH").every((one) => one === false)).toBe(true);
    expect(read("- n/a maybe 2")).toEqual(["absent", "absent", "wrong", "wrong"]);
  });

  test("words are split at all separators, names at fewer", () => {
    expect(splitWords("Rock/Pop; Jazz, 80s | Trip-Hop\nDub")).toEqual([
      "Rock",
      "Pop",
      "Jazz",
      "80s",
      "Trip-Hop",
      "Dub",
    ]);
    expect(splitWords("['art pop', 'rock']")).toEqual(["art pop", "rock"]);
    expect(splitWords("24/7")).toEqual(["24/7"]);
    for (const empty of ["set()", "[]", " { } ", "nan", "None", "NULL"]) expect(splitWords(empty)).toEqual([]);
    expect(splitWords("Null Bass")).toEqual(["Null Bass"]);
    expect([splitNames("[]"), splitNames("Null")]).toEqual([[], ["Null"]]);
    expect(splitNames("AC/DC; Earth, Wind & Fire")).toEqual(["AC/DC", "Earth, Wind & Fire"]);
    expect(splitNames("['Ada Field', \"Bo's\"]")).toEqual(["Ada Field", "Bo's"]);
  });

  test("no text breaks a reader", () => {
    const readers = [readBpm, readKey, readIsrc, readDate, readDuration, readEnergy, readTruth];
    const odd = fc.constantFrom(
      "1",
      "12",
      ".",
      ",",
      ":",
      "/",
      "-",
      " ",
      "m",
      "s",
      "b",
      "#",
      "Am",
      "2024",
      "May",
      "moll",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(odd).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        for (const read of readers) expect(["value", "absent", "wrong"]).toContain(read(given).kind);
      }),
    );
  });
});
