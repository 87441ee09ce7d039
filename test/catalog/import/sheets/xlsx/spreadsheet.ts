import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DumpLine } from "../../../../../src/catalog/import/dump-line.ts";
import type { DumpFile } from "../../../../../src/catalog/import/dump/find-dump-files.ts";
import type { CellRow } from "../../../../../src/catalog/import/sheets/read-sheet.ts";
import { selectTables } from "../../../../../src/catalog/import/dump/select-tables.ts";
import { openXlsx, type XlsxReading } from "../../../../../src/catalog/import/sheets/read-xlsx.ts";
import { XLSX_LIMITS, type XlsxLimits } from "../../../../../src/catalog/import/sheets/xlsx/limits.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

export type Rows = readonly (CellRow | DumpLine)[];

/** A spreadsheet on the disk that the import can read. */
export class Spreadsheet {
  readonly file: DumpFile;

  private constructor(file: DumpFile) {
    this.file = file;
  }

  static async of(bytes: Uint8Array): Promise<Spreadsheet> {
    const folder = temporaryFolder();
    const path = join(folder, "sheet.xlsx");
    await writeFile(path, bytes);
    const { size: sizeBytes } = await stat(path);
    const file = { path, name: "sheet.xlsx", folder, format: "xlsx", compression: null, sizeBytes, audio: [] } as const;
    return new Spreadsheet(file);
  }

  /** The rows of the tables that an import reads, from the header on. */
  async *open(reading: Partial<XlsxReading> = {}): AsyncGenerator<Rows> {
    const open = await openXlsx(this.file, { signal: null, onBytes: () => undefined, ...reading });
    try {
      for (const { table, head } of (await selectTables(open.tables, new Map())).selected) {
        for await (const rows of table.rows()) yield rows.filter(({ line }) => line >= head.header.line);
      }
    } finally {
      open.close();
    }
  }
}

/** Reads the rows of a spreadsheet, with some limits smaller than those of an import. */
export async function rowsOf(bytes: Uint8Array, limits: Partial<XlsxLimits> = {}): Promise<Rows> {
  const spreadsheet = await Spreadsheet.of(bytes);
  const rows: (CellRow | DumpLine)[] = [];
  for await (const some of spreadsheet.open({ limits: { ...XLSX_LIMITS, ...limits } })) rows.push(...some);
  return rows;
}
