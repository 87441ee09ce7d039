import { describe, expect, test } from "bun:test";
import { type SheetCell, sheetXml, WORKSHEET, xlsxBytes, zipOf } from "../../../../support/small-sheet.ts";
import { rowsOf } from "./spreadsheet.ts";

const SHEET = "xl/worksheets/sheet1.xml";
const table = (rows: string): string => WORKSHEET.head + rows + WORKSHEET.tail;

/** The texts of one row with these cells, in a spreadsheet with these other parts. */
async function textsOf(cells: string, parts: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const [row] = await rowsOf(await zipOf({ [SHEET]: table(`<row r="1">${cells}</row>`), ...parts }));
  if (row === undefined || "kind" in row) throw new Error(`expected cells, got ${JSON.stringify(row)}`);
  return row.cells;
}

/** The reason of a rejected row. */
async function faultOf(cells: string): Promise<string> {
  const [row] = await rowsOf(await zipOf({ [SHEET]: table(`<row r="1">${cells}</row>`) }));
  if (row === undefined || !("kind" in row) || row.kind === "value") throw new Error("expected a row that is rejected");
  return row.reason;
}

describe("a cell", () => {
  test("is a number, a boolean, an inline text or the result of a formula", async () => {
    const cells = `<c r="A1"><v>1.50</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="b"><v>0</v></c>
      <c r="D1" t="inlineStr"><is><t xml:space="preserve"> Rain &amp; &lt;snow&gt; &#x1F600; </t></is></c>
      <c r="E1" t="str"><f>A1&amp;"x"</f><v>1.5x</v></c><c r="F1" t="n"><f>1+1</f><v>2</v></c><c r="G1"><v>1E3</v></c>`;
    expect(await textsOf(cells)).toEqual(["1.5", "true", "false", "Rain & <snow> 😀", "1.5x", "2", "1000"]);
  });

  test("is empty for a formula with an empty result, and a format without a value", async () => {
    const cells = `<c r="A1" t="str"><f>x</f><v></v></c><c r="B1" t="str"><f>x</f><v/></c><c r="C1" s="9"/><c r="D1" t="s"/><c r="E1"><v>1</v></c>`;
    expect(await textsOf(cells)).toEqual(["", "", "", "", "1"]);
  });

  test("that is an error or a formula without a stored result is left out with a note, and is no row alone", async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="e"><f>x</f><v>#DIV/0!</v></c><c r="C1"><f>1+1</f></c></row>
      <row r="2"><c r="A2" t="str"><f>x</f></c><c r="B2" t="e"><v>#REF!</v></c></row>
      <row r="3"><c r="A3"><f>1+1</f><v/></c><c r="B3" t="n"><f>1+1</f><v></v></c></row>`;
    const found = await rowsOf(await zipOf({ [SHEET]: table(rows) }));
    expect(
      found.map((row) => ("kind" in row && row.kind === "note" ? row.reason : "cells" in row ? row.cells : null)),
    ).toEqual([
      'cell B1: the error "#DIV/0!" of a spreadsheet program; left out',
      "cell C1: a formula without a stored result; save the file with a spreadsheet program; left out",
      ["1"],
      "cell A2: a formula without a stored result; save the file with a spreadsheet program; left out",
      'cell B2: the error "#REF!" of a spreadsheet program; left out',
      "cell A3: a formula without a stored result; save the file with a spreadsheet program; left out",
      "cell B3: a formula without a stored result; save the file with a spreadsheet program; left out",
    ]);
  });

  describe("that is merged over several rows", () => {
    const found = async (rows: readonly (readonly SheetCell[])[], ranges: readonly string[]) => {
      const cells = ranges.map((ref) => `<x:mergeCell ref="${ref}"/>`).join("");
      const end = `<x:mergeCells count="${ranges.length}">${cells}</x:mergeCells></worksheet>`;
      const all = await rowsOf(await zipOf({ [SHEET]: sheetXml(rows).replace("</worksheet>", end) }));
      const texts = all.flatMap((row) => ("cells" in row ? [row.cells] : []));
      const reasons = all.flatMap((row) => ("kind" in row && row.kind === "note" ? [row.reason] : []));
      return { texts, reasons };
    };
    const header = ["album", "title", "writer"];

    test("counts for all of them, and is reported once", async () => {
      const rows = [header, ["One", "a", "Ann"], [null, "b"], [null, "c", "Bob"], [null, "d"]];
      expect(await found(rows, ["A2:A4", "C2:C3"])).toEqual({
        texts: [header, ["One", "a", "Ann"], ["One", "b", "Ann"], ["One", "c", "Bob"], ["", "d"]],
        reasons: ["2 merged cells, such as A2:A4, span several rows: their texts count for all of them"],
      });
    });

    test("counts for no row that is empty but for it, and a later one of the column follows", async () => {
      const rows = [header, ["One", "a"], [null, null], [null, "b"], ["Two", "c"], [null, "d"]];
      const { texts, reasons } = await found(rows, ["A2:A4", "A5:A6"]);
      expect(texts).toEqual([header, ["One", "a"], ["One", "b"], ["Two", "c"], ["Two", "d"]]);
      expect(reasons).toEqual([expect.stringContaining("2 merged cells")]);
    });

    test("in the header or within one row is not filled, nor is one that is no range", async () => {
      const rows = [["Our catalog"], header, [null, "a"], ["One", "b"], [null, "c"]];
      const { texts, reasons } = await found(rows, ["A2:A3", "A4:B4", "nonsense", "A4", "A5:A4"]);
      expect(texts.slice(-4)).toEqual([header, ["", "a"], ["One", "b"], ["", "c"]]);
      expect(reasons).toEqual([]);
    });

    test("is found at any border of the pieces that are read", async () => {
      const rows = [
        header,
        ...Array.from({ length: 3_000 }, (_, at) => [at % 2 === 0 ? `Album ${at}` : null, `t${at}`]),
      ];
      const ranges = Array.from({ length: 1_500 }, (_, at) => `A${2 * at + 2}:A${2 * at + 3}`);
      const { texts, reasons } = await found(rows, ranges);
      expect(texts.slice(1).filter(([album], at) => album !== `Album ${at - (at % 2)}`)).toEqual([]);
      expect(reasons).toEqual([expect.stringContaining("1500 merged cells")]);
    });
  });

  test("refers to a shared text, plain or in runs, without phonetic hints", async () => {
    const strings = `<sst><si><t>Plain</t></si><si><r><rPr><b/></rPr><t>Glass </t></r><r><t>Harbour</t></r></si>
      <si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t/></si><si><t>a_x000D_b_x005F_x0041_</t></si></sst>`;
    const cells = [0, 1, 2, 3, 4].map((n) => `<c t="s"><v>${n}</v></c>`).join("");
    const texts = await textsOf(cells, { "xl/sharedStrings.xml": strings });
    expect(texts).toEqual(["Plain", "Glass Harbour", "東京", "", "a\rb_x0041_"]);
  });

  test("is a date if its format shows one", async () => {
    const formats = [14, 164, 165, 166, 0].map((id) => `<xf numFmtId="${id}"/>`).join("");
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="165" formatCode="&quot;d&quot;0.00"/>
      <numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/><xf numFmtId="22"/></cellStyleXfs>
      <cellXfs>${formats}<xf xfId="1"/></cellXfs><cellStyles/></styleSheet>`;
    const cells = [0, 1, 2, 4, 5].map((style) => `<c s="${style}"><v>45413.5</v></c>`).join("");
    const time = '<c s="3"><v>0.0868055555555556</v></c><c t="d"><v>2024-05-01T10:00:00Z</v></c>';
    const texts = await textsOf(cells + time, { "xl/styles.xml": styles });
    expect(texts).toEqual([
      "2024-05-01",
      "2024-05-01",
      "45413.5",
      "45413.5",
      "2024-05-01",
      "time of day 02:05:00",
      "2024-05-01",
    ]);
  });

  test("counts days from 1904 if the workbook says so", async () => {
    const workbook = `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`;
    const styles = `<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`;
    const parts = { "xl/workbook.xml": workbook, "xl/styles.xml": styles };
    expect(await textsOf('<c s="0"><v>43951</v></c>', parts)).toEqual(["2024-05-01"]);
  });

  test.each([
    ['<c r="B1" t="s"><v>7</v></c>', 'cell B1: the file has no shared text "7"'],
    ['<c r="B1"><v>fast</v></c>', 'cell B1: expected a number, got "fast"'],
    ['<c r="B1" s="3"><v>1</v></c>', 'cell B1: the file has no format "3"'],
    ['<c r="B1" t="b"><v>yes</v></c>', 'cell B1: expected 1 or 0, got "yes"'],
    ['<c r="B1" t="z"><v>1</v></c>', 'cell B1: expected a type of cell, got "z"'],
    ['<c r="B1" t="d"><v>soon</v></c>', "cell B1: expected a date"],
    ["<c/><c><v>x</v></c>", "cell 2 of row 1: expected a number"],
  ])("that is wrong is left out with a note: %s", async (cell, reason) => {
    expect(await faultOf(`${cell}<c><v>1</v></c>`)).toContain(reason);
  });

  test("with a date beyond the year 9999 is left out with a note", async () => {
    const parts = {
      [SHEET]: table('<row r="1"><c s="0"><v>1e15</v></c></row><row r="2"><c><v>2</v></c></row>'),
      "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`,
    };
    const [first, , second] = await rowsOf(await zipOf(parts));
    expect(first).toMatchObject({ kind: "note", line: 1, reason: expect.stringContaining("up to the year 9999") });
    expect(second).toEqual({ line: 2, cells: ["2"] });
  });
});

describe("a table", () => {
  test("keeps the spreadsheet's row numbers, and the columns of cell addresses", async () => {
    const rows = '<row r="3"><c r="B3"><v>1</v></c><c r="AB3"><v>2</v></c></row><row><c><v>3</v></c></row>';
    const found = await rowsOf(await zipOf({ [SHEET]: table(rows) }));
    expect(found).toEqual([
      { line: 3, cells: ["", "1", ...Array.from({ length: 25 }, () => ""), "2"] },
      { line: 4, cells: ["3"] },
    ]);
  });

  test("can have formatted empty cells far below and right of its data, at no cost", async () => {
    const ghosts = '<row r="2"><c r="XFD2" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>';
    const found = await rowsOf(await zipOf({ [SHEET]: table(`<row r="1"><c><v>1</v></c></row>${ghosts}`) }));
    expect(found).toEqual([{ line: 1, cells: ["1"] }]);
  });

  test("is read with namespace prefixes and with an absolute target", async () => {
    const found = await rowsOf(
      await zipOf({
        [SHEET]: `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/${SHEET}"/></Relationships>`,
      }),
    );
    expect(found).toEqual([{ line: 1, cells: ["1"] }]);
  });

  test("is the first one with known headers, otherwise the first one", async () => {
    const sheets = ["One", "Two", "Three"].map((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="r${n}"/>`);
    const kinds = ["worksheet", "chartsheet", "worksheet"];
    const relations = kinds.map(
      (kind, n) =>
        `<Relationship Id="r${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="t${n}.xml"/>`,
    );
    const parts = {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${sheets.join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
      "xl/t0.xml": sheetXml([["notes"], ["more"]]),
    };
    const harvest = sheetXml([["Our catalogue"], [], ["TRACK: Title"], ["Rain"]]);
    expect(await rowsOf(await zipOf({ ...parts, "xl/t2.xml": harvest }))).toEqual([
      { line: 3, cells: ["TRACK: Title"] },
      { line: 4, cells: ["Rain"] },
    ]);
    expect(await rowsOf(await zipOf({ ...parts, "xl/t2.xml": sheetXml([["other"]]) }))).toEqual([
      { line: 1, cells: ["notes"] },
      { line: 2, cells: ["more"] },
    ]);
  });

  test("with many rows is read in chunks", async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => [`T${n}`, n]);
    const found = await rowsOf(await xlsxBytes(rows));
    expect(found).toEqual(rows.map(([id, n], at) => ({ line: at + 1, cells: [String(id), String(n)] })));
  });

  test.each([
    ["rows out of order", '<row r="2"/><row r="1"/>', "expected rows in order"],
    ["cells out of order", '<row r="1"><c r="B1"/><c r="A1"/></row>', "expected cells in order"],
    ["an invalid cell address", '<row r="1"><c r="1"/></row>', "expected cells in order"],
    ["an element that does not end", '<row r="1"><c></row>', "expected well-formed XML"],
    ["a character that XML does not have", '<row r="1">\u0000</row>', "expected well-formed XML"],
  ])("with %s is refused", async (_, rows, reason) => {
    await expect(zipOf({ [SHEET]: table(rows) }).then((bytes) => rowsOf(bytes))).rejects.toThrow(reason);
  });

  test("whose part is missing is refused", async () => {
    await expect(zipOf({}).then((bytes) => rowsOf(bytes))).rejects.toThrow(/expected a part xl\/worksheets/);
  });
});
