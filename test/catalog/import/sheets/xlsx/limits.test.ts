import { describe, expect, test } from "bun:test";
import { XLSX_LIMITS, type XlsxLimits } from "../../../../../src/catalog/import/sheets/xlsx/limits.ts";
import { sheetXml, zipOf } from "../../../../support/small-sheet.ts";
import { rowsOf, Spreadsheet } from "./spreadsheet.ts";

const ROWS = [
  ["id", "title", "bpm"],
  ["1", "One", 90],
  ["2", "Two", 91],
];
const bytes = await zipOf({
  "xl/worksheets/sheet1.xml": sheetXml(ROWS),
  "xl/sharedStrings.xml": "<sst><si><t>one</t></si><si><t>two</t></si><si><t>three</t></si></sst>",
  "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
});

/** Each limit, a number that the spreadsheet exceeds, and the error. */
const EXCEEDED: readonly (readonly [keyof XlsxLimits, number, string])[] = [
  ["parts", 6, "expected at most 6 parts in the file, got 7"],
  ["partBytes", 300, "expected at most 300 bytes in each part of the file, got more in xl/_rels/workbook.xml.rels"],
  ["unpackedBytes", 1_000, "expected at most 1,000 bytes when unpacked, got more"],
  ["depth", 5, "expected at most 5 nested elements, got more in xl/worksheets/sheet1.xml"],
  ["tables", 0, "expected at most 0 tables, got more"],
  ["sharedStrings", 2, "expected at most 2 different texts, got more"],
  ["sharedCharacters", 10, "expected at most 10 characters in all different texts, got more"],
  ["styles", 1, "expected at most 1 cell formats, got more"],
  ["rows", 2, "expected at most 2 rows, got a cell in row 3; split the table, or save it as CSV and import that"],
  ["columns", 2, "expected at most 2 columns, got the cell C1"],
  ["cells", 8, "expected at most 8 cells, got more"],
  ["textCharacters", 10, "expected at most 10 characters in all cells, got more"],
];

describe("a spreadsheet", () => {
  test("within all limits is read", async () => {
    expect(await rowsOf(bytes)).toHaveLength(3);
  });

  test.each(EXCEEDED)("that exceeds the limit of %s is refused with what to do", async (name, limit, reason) => {
    const refused = rowsOf(bytes, { [name]: limit });
    await expect(refused).rejects.toThrow(`sheet.xlsx is not a readable spreadsheet: ${reason}`);
    await expect(refused).rejects.toThrow(/CSV/);
  });

  test("with a text longer than the parser's buffer is refused", async () => {
    const long = await zipOf({ "xl/worksheets/sheet1.xml": sheetXml([["x".repeat(300_000)]]) });
    await expect(rowsOf(long, { tokenBytes: 100_000 })).rejects.toThrow(
      "expected at most 100,000 bytes in one tag or text, got more in xl/worksheets/sheet1.xml",
    );
  });

  test("with a part of a too high compression ratio is refused", async () => {
    const spaces = await zipOf({ "xl/worksheets/sheet1.xml": sheetXml(ROWS) + " ".repeat(100_000) });
    await expect(rowsOf(spaces, { ratio: 20, ratioFreeBytes: 50_000 })).rejects.toThrow(
      "expected a part to unpack to at most 20 times its size, got more of xl/worksheets/sheet1.xml",
    );
    expect(await rowsOf(spaces, { ratio: 20, ratioFreeBytes: 200_000 })).toHaveLength(3);
  });

  test("loses only a text that is too long for a cell", async () => {
    const found = await rowsOf(bytes, { cellCharacters: 4 });
    expect(found).toMatchObject([
      { kind: "note", line: 1, reason: "cell B1: expected at most 4 characters, got more; left out" },
      { line: 1, cells: ["id", "", "bpm"] },
      { line: 2 },
      { line: 3 },
    ]);
    const shared = await zipOf({
      "xl/worksheets/sheet1.xml": sheetXml([[1], [2]])
        .replace('r="A2"', 'r="A2" t="s"')
        .replace("<v>2<", "<v>0<"),
      "xl/sharedStrings.xml": "<sst><si><t>too long</t></si></sst>",
    });
    expect(await rowsOf(shared, { cellCharacters: 4 })).toMatchObject([
      { cells: ["1"] },
      { kind: "note", line: 2 },
      { line: 2, cells: [] },
    ]);
  });

  test("treats a number format longer than Excel's maximum as one of numbers", async () => {
    const code = `${"y".repeat(4)}${" ".repeat(XLSX_LIMITS.formatCharacters)}`;
    const parts = {
      "xl/worksheets/sheet1.xml": sheetXml([[45_413]]).replace('r="A1"', 'r="A1" s="0"'),
      "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
    };
    expect(await rowsOf(await zipOf(parts))).toMatchObject([{ cells: ["45413"] }]);
  });
});

describe("reading a spreadsheet", () => {
  const long = zipOf({
    "xl/worksheets/sheet1.xml": sheetXml(Array.from({ length: 20_000 }, (_, n) => [n, `Title ${n}`])),
  });

  test("stops with the signal's reason at the next chunk of a part", async () => {
    const spreadsheet = await Spreadsheet.of(await long);
    const stopping = new AbortController();
    let piecesAfter = 0;
    const onBytes = (): void => {
      if (stopping.signal.aborted) piecesAfter++;
      stopping.abort(new Error("Ctrl-C"));
    };
    const read = async (): Promise<void> => {
      for await (const _ of spreadsheet.open({ signal: stopping.signal, onBytes }));
    };
    await expect(read()).rejects.toThrow("Ctrl-C");
    expect(piecesAfter).toBe(0);
  });

  test("yields to the event loop, so that a signal is noticed", async () => {
    const spreadsheet = await Spreadsheet.of(await long);
    const stopping = new AbortController();
    const read = async (): Promise<void> => {
      let pieces = 0;
      for await (const _ of spreadsheet.open({ signal: stopping.signal })) {
        pieces++;
        // Without yielding, the reading would end before this callback runs.
        if (pieces === 1) setImmediate(() => stopping.abort(new Error("Ctrl-C")));
      }
    };
    await expect(read()).rejects.toThrow("Ctrl-C");
  });

  test("reports the bytes read, which add up to the file's size", async () => {
    const spreadsheet = await Spreadsheet.of(await long);
    const counts: number[] = [];
    for await (const _ of spreadsheet.open({ onBytes: (count) => void counts.push(count) }));
    expect(counts.length).toBeGreaterThan(5);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(spreadsheet.file.sizeBytes);
  });
});
