import type { DumpLine } from "../dump-line.ts";
import type { SheetRows } from "../sheets/read-sheet.ts";

/** A table of a dump: a text file, or a worksheet of a workbook. */
export interface Table {
  /** The worksheet's name. Null for a text file. */
  readonly name: string | null;
  /** How the table is read, for the report. */
  readonly notes: readonly DumpLine[];
  /** Streams the rows from the beginning, each time anew. Line numbers are those of the file. */
  rows(): SheetRows;
}

/** The tables of a file that is open until `close`. */
export interface OpenTables {
  readonly tables: readonly Table[];
  close(): void;
}
