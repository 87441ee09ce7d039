import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export type SheetCell = string | number | null;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** Creates a minimal spreadsheet: one table with inline texts. */
export async function xlsxBytes(rows: readonly (readonly SheetCell[])[]): Promise<Uint8Array> {
  return zipOf({ "xl/worksheets/sheet1.xml": sheetXml(rows) });
}

/** The parts of a spreadsheet except its tables: for one table, without styles and shared strings. */
export const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
  "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Tracks" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
};

/** The XML before and after the rows of a table. */
export const WORKSHEET = {
  head: `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`,
  tail: "</sheetData></worksheet>",
} as const;

/** Creates a spreadsheet with the given parts and the required others. */
export async function zipOf(given: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries({ ...PARTS, ...given })) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

export function sheetXml(rows: readonly (readonly SheetCell[])[]): string {
  const xml = rows.map((cells, row) => {
    const texts = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`));
    return `<row r="${row + 1}">${texts.join("")}</row>`;
  });
  return WORKSHEET.head + xml.join("") + WORKSHEET.tail;
}

function cellXml(cell: SheetCell, address: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
  return `<c r="${address}" t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
}
