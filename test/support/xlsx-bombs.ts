import { type Content, rawZip, type RawEntry } from "./raw-zip.ts";
import { PARTS, WORKSHEET } from "./small-sheet.ts";

const MEBIBYTE = 1024 * 1024;

/** Creates a spreadsheet with the given parts and malicious headers. */
function rawXlsx(given: readonly RawEntry[]): Uint8Array {
  const names = new Set(given.map(({ name }) => name));
  const others = Object.entries(PARTS).flatMap(([name, content]) => (names.has(name) ? [] : [{ name, content }]));
  return rawZip([...others, ...given]);
}

/** Creates a sheet with a head row and then units of at least a mebibyte, up to `mebibytes` in total. */
function bulkySheet(unit: string, mebibytes: number, head = HEADER): Content {
  const per = Math.ceil(MEBIBYTE / unit.length);
  return { head: WORKSHEET.head + head, unit: unit.repeat(per), times: mebibytes, tail: WORKSHEET.tail };
}

const SHEET = "xl/worksheets/sheet1.xml";
const STRINGS = "xl/sharedStrings.xml";
const STYLES = "xl/styles.xml";
const HEADER = `<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>title</t></is></c></row>`;
const DTD =
  '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "lol">' +
  Array.from("bcdefghij", (name, n) => `<!ENTITY ${name} "${`&${"abcdefghi"[n]};`.repeat(10)}">`).join("") +
  "]>";

const sheet = (content: Content): Uint8Array => rawXlsx([{ name: SHEET, content }]);

/** Files of a few hundred kilobytes that would take gigabytes or minutes without limits. */
export const XLSX_BOMBS: Readonly<Record<string, () => Uint8Array>> = {
  "rows without numbers, 240 MiB of them": () =>
    sheet(bulkySheet('<row><c t="inlineStr"><is><t>x</t></is></c><c t="inlineStr"><is><t>y</t></is></c></row>', 240)),
  "millions of cells in a row": () => sheet(bulkySheet("<c><v>1</v></c>", 200, '<row r="1">')),
  "a million rows of several columns": () => sheet(bulkySheet(`<row>${"<c><v>1</v></c>".repeat(8)}</row>`, 130)),
  "elements that say nothing, 240 MiB of them": () => sheet(bulkySheet("<a/>", 240)),
  "white space between two rows": () => sheet(bulkySheet(" ", 240)),
  "one text in one cell": () => sheet(bulkySheet("x", 240, `${HEADER}<row r="2"><c r="A2" t="inlineStr"><is><t>`)),
  "a comment without an end": () => sheet(bulkySheet("x", 240, "<!--")),
  "a tag with hundreds of thousands of attributes": () => {
    const attributes = Array.from({ length: 400_000 }, (_, n) => `a${n}="1"`).join(" ");
    return sheet(`${WORKSHEET.head}<row ${attributes}/>${WORKSHEET.tail}`);
  },
  "millions of elements in each other": () => sheet(bulkySheet("<a>", 60)),
  "a cell in the last column of the last row": () =>
    sheet(`${WORKSHEET.head}${HEADER}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>${WORKSHEET.tail}`),
  "a text of 30,000 characters in 200,000 rows": () =>
    rawXlsx([
      { name: SHEET, content: bulkySheet('<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>', 12) },
      { name: STRINGS, content: `<sst><si><t>${"x".repeat(30_000)}</t></si></sst>` },
    ]),
  "tens of millions of shared strings": () =>
    rawXlsx([
      { name: SHEET, content: WORKSHEET.head + HEADER + WORKSHEET.tail },
      {
        name: STRINGS,
        content: { head: "<sst>", unit: "<si><t>a text</t></si>".repeat(50_000), times: 250, tail: "</sst>" },
      },
    ]),
  "entities that grow tenfold nine times": () =>
    rawXlsx([
      { name: SHEET, content: `${WORKSHEET.head}<row><c t="s"><v>0</v></c></row>${WORKSHEET.tail}` },
      { name: STRINGS, content: `${DTD}<sst><si><t>&j;</t></si></sst>` },
    ]),
  "millions of styles": () =>
    rawXlsx([
      { name: SHEET, content: WORKSHEET.head + HEADER + WORKSHEET.tail },
      {
        name: STYLES,
        content: {
          head: "<styleSheet><cellXfs>",
          unit: '<xf numFmtId="14"/>'.repeat(50_000),
          times: 250,
          tail: "</cellXfs></styleSheet>",
        },
      },
    ]),
  "a number format of megabytes": () =>
    rawXlsx([
      { name: SHEET, content: WORKSHEET.head + HEADER + WORKSHEET.tail },
      {
        name: STYLES,
        content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${"[".repeat(900_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      },
    ]),
  "a workbook of millions of tables": () =>
    rawXlsx([
      {
        name: "xl/workbook.xml",
        content: {
          head: '<workbook xmlns:r="r"><sheets>',
          unit: '<sheet name="Tracks" sheetId="1" r:id="r1"/>'.repeat(25_000),
          times: 250,
          tail: "</sheets></workbook>",
        },
      },
      { name: SHEET, content: WORKSHEET.head + HEADER + WORKSHEET.tail },
    ]),
  "a table that says it unpacks to terabytes": () =>
    rawXlsx([
      {
        name: SHEET,
        content: WORKSHEET.head + HEADER + WORKSHEET.tail,
        claims: { zip64: { sizeBytes: 1n << 44n, packedBytes: 100n } },
      },
    ]),
  "a table that unpacks to more than it says": () =>
    rawXlsx([{ name: SHEET, content: bulkySheet("<row><c><v>1</v></c></row>", 240), claims: { sizeBytes: 1_000 } }]),
  "twenty parts that are the same bytes": () =>
    rawXlsx([
      { name: SHEET, content: bulkySheet("<row><c><v>1</v></c></row>", 10) },
      ...Array.from({ length: 20 }, (_, n) => ({
        name: `xl/media/${n}.png`,
        content: bulkySheet("<row><c><v>1</v></c></row>", 10),
        claims: { offsetOf: Object.keys(PARTS).length - 1 },
      })),
    ]),
  "tens of thousands of parts": () =>
    rawXlsx(Array.from({ length: 60_000 }, (_, n) => ({ name: `xl/media/${n}.png`, content: "" }))),
  "parts that are encrypted": () =>
    rawXlsx([{ name: SHEET, content: WORKSHEET.head + HEADER + WORKSHEET.tail, flags: 1 }]),
  "a part packed in a way that is not known": () =>
    rawXlsx([{ name: SHEET, content: WORKSHEET.head + HEADER + WORKSHEET.tail, method: 12 }]),
};
