import type { DumpLine } from "../dump-line.ts";
import type { DumpFile } from "../dump/find-dump-files.ts";
import { UnreadableTable } from "../failure.ts";
import type { OpenTables } from "../dump/table.ts";
import type { CellRow, SheetRows } from "./read-sheet.ts";
import type { CellReading } from "./xlsx/cell-text.ts";
import { XLSX_LIMITS, type XlsxLimits } from "./xlsx/limits.ts";
import { readStyles } from "./xlsx/read-styles.ts";
import { readWorkbook, type Workbook } from "./xlsx/read-workbook.ts";
import { readSharedStrings } from "./xlsx/shared-strings.ts";
import { readMerged } from "./xlsx/read-merged.ts";
import { TableRows } from "./xlsx/table-rows.ts";
import { XlsxFault } from "./xlsx/xlsx-fault.ts";
import { XmlReader } from "./xlsx/xml-reader.ts";
import { ZipParts } from "./xlsx/zip-parts.ts";

export interface XlsxReading {
  /** Called with the number of bytes read since the last call. */
  readonly onBytes: (count: number) => void;
  /** Stops the reading: the generator throws its reason. */
  readonly signal: AbortSignal | null;
  readonly limits?: XlsxLimits;
}

/**
 * Opens a spreadsheet. Each of its worksheets is a table, whose line numbers are the spreadsheet's row numbers. Opening
 * and reading throw UnreadableTable for a damaged file and for one that exceeds a limit; this can happen after rows were
 * returned.
 */
export async function openXlsx(file: DumpFile, reading: XlsxReading): Promise<OpenTables> {
  const limits = reading.limits ?? XLSX_LIMITS;
  let reportedBytes = 0;
  const onBytes = (count: number): void => {
    // Tables are read several times: for their headers, for their notations and for their rows.
    const more = Math.min(count, file.sizeBytes - reportedBytes);
    reportedBytes += more;
    reading.onBytes(more);
  };
  const zip = await named(file, () => ZipParts.open(file.path, { limits, signal: reading.signal, onBytes }));
  try {
    const { tables, ...parts } = await named(file, () => cellsOf(zip, limits));
    const close = (): void => {
      zip.close();
      onBytes(file.sizeBytes);
    };
    const rowsIn = (part: string): SheetRows => namedRows(file, rowsOf(part, zip, parts, limits));
    return { tables: tables.map(({ name, part }) => ({ name, notes: [], rows: () => rowsIn(part) })), close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function cellsOf(zip: ZipParts, limits: XlsxLimits): Promise<CellReading & Pick<Workbook, "tables">> {
  const { tables, isFrom1904, ...parts } = await readWorkbook(zip, limits);
  if (tables.length === 0) throw new XlsxFault("a worksheet", "a workbook without one");
  const styles = await readStyles(parts.styles, zip, limits);
  const sharedStrings = await readSharedStrings(parts.sharedStrings, zip, limits);
  return { tables, styles, sharedStrings, isFrom1904 };
}

async function* rowsOf(
  part: string,
  zip: ZipParts,
  cells: CellReading,
  limits: XlsxLimits,
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  const rows = new TableRows(cells, limits, await readMerged(part, zip, limits.merged));
  const reader = new XmlReader(part, rows, limits);
  for await (const chunk of zip.read(part)) {
    reader.write(chunk);
    yield rows.take();
  }
  reader.end();
  rows.end();
  yield rows.take();
}

async function* namedRows(file: DumpFile, rows: SheetRows): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  try {
    yield* rows;
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function named<Result>(file: DumpFile, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: DumpFile, error: unknown): unknown {
  if (!(error instanceof XlsxFault)) return error;
  return new UnreadableTable(`${file.name} is not a readable spreadsheet: ${error.message}`, { cause: error });
}
