import { readFile } from "node:fs/promises";
import readXlsxFile from "read-excel-file/node";
import { messageOf } from "../../../lib/assert.ts";
import type { DumpFile } from "../find-dump-files.ts";
import { ImportFailure } from "../failure.ts";
import { checkXlsx } from "./check-xlsx.ts";
import type { CellRow } from "./read-sheet.ts";
import { recogniseSheet } from "./recognise-sheet.ts";

const BATCH_ROWS = 1_000;
/** Above the headers of a template may stand its name, or instructions. */
const HEADER_ROWS_MAX = 20;
const DAY_LENGTH = 10;
/** Spreadsheets show a time as a day of their first year. */
const TIME_YEAR_MAX = 1900;

/**
 * The rows of a spreadsheet's table, the header first: of the first table whose headers are known, else of the
 * first one. Line numbers are those that the spreadsheet shows.
 */
export async function* readXlsx(file: DumpFile, onBytes: (count: number) => void): AsyncGenerator<readonly CellRow[]> {
  const tables = await tablesOf(file);
  const found = tables.map((rows) => ({ rows, header: headerAt(rows) })).find(({ header }) => header >= 0);
  const rows = found?.rows ?? tables[0] ?? [];
  const from = found?.header ?? 0;
  for (let at = from; at < rows.length; at += BATCH_ROWS) {
    yield rows.slice(at, at + BATCH_ROWS).flatMap((cells, index) => {
      const texts = cells.map(textOf);
      return texts.every((text) => text === "") ? [] : [{ line: at + index + 1, cells: texts }];
    });
  }
  onBytes(file.sizeBytes);
}

async function tablesOf(file: DumpFile): Promise<unknown[][][]> {
  try {
    await checkXlsx(file.path);
    const sheets = await readXlsxFile(await readFile(file.path));
    return sheets.map(({ data }) => data);
  } catch (error) {
    throw new ImportFailure(`${file.name} is not a spreadsheet that can be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function headerAt(rows: readonly (readonly unknown[])[]): number {
  return rows.slice(0, HEADER_ROWS_MAX).findIndex((cells) => recogniseSheet(cells.map(textOf)) !== null);
}

/** A time of day is left as one ("02:05:00"): whether 2:05 meant minutes or hours, the spreadsheet does not know. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    const iso = cell.toISOString();
    return cell.getUTCFullYear() <= TIME_YEAR_MAX ? `time of day ${iso.slice(11, 19)}` : iso.slice(0, DAY_LENGTH);
  }
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? String(cell) : "";
}
