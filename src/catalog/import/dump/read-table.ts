import type { SheetRows } from "../sheets/read-sheet.ts";
import { readXlsx } from "../sheets/read-xlsx.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { type ByteReading, readBytes } from "./read-bytes.ts";
import { readCells } from "./read-cells.ts";

export type TableFormat = "csv" | "tsv" | "xlsx";

/** Streams the rows of a table in any format, the header first. Line numbers are those of the file. */
export function readTable(file: DumpFile, format: TableFormat, reading: ByteReading): SheetRows {
  return format === "xlsx" ? readXlsx(file, reading) : readCells(readBytes(file, reading), format);
}
