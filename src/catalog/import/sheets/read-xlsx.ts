import type { DumpLine } from "../dump-line.ts";
import type { DumpFile } from "../dump/find-dump-files.ts";
import { UnreadableTable } from "../failure.ts";
import type { CellRow } from "./read-sheet.ts";
import { recogniseSheet } from "./recognise-sheet.ts";
import type { CellReading } from "./xlsx/cell-text.ts";
import { XLSX_LIMITS, type XlsxLimits } from "./xlsx/limits.ts";
import { readStyles } from "./xlsx/read-styles.ts";
import { readWorkbook } from "./xlsx/read-workbook.ts";
import { readSharedStrings } from "./xlsx/shared-strings.ts";
import { TableRows } from "./xlsx/table-rows.ts";
import { XlsxFault } from "./xlsx/xlsx-fault.ts";
import { XmlReader } from "./xlsx/xml-reader.ts";
import { ZipParts } from "./xlsx/zip-parts.ts";

/** Rows that are searched for the headers. Templates can have a name or instructions above them. */
const HEADER_ROWS_MAX = 20;

export interface XlsxReading {
  /** Called with the number of bytes read since the last call. */
  readonly onBytes: (count: number) => void;
  /** Stops the reading: the generator throws its reason. */
  readonly signal: AbortSignal | null;
  readonly limits?: XlsxLimits;
}

type Rows = readonly (CellRow | DumpLine)[];

/**
 * Streams the rows of one table of a spreadsheet, the header first. It reads the first table with known headers,
 * otherwise the first table. Line numbers are the spreadsheet's row numbers. Throws UnreadableTable for a damaged file
 * and for one that exceeds a limit; this can happen after rows were returned.
 */
export async function* readXlsx(file: DumpFile, reading: XlsxReading): AsyncGenerator<Rows> {
  const limits = reading.limits ?? XLSX_LIMITS;
  let reportedBytes = 0;
  const onBytes = (count: number): void => {
    // The first table is read twice if no table has known headers.
    const more = Math.min(count, file.sizeBytes - reportedBytes);
    reportedBytes += more;
    reading.onBytes(more);
  };
  try {
    const zip = await ZipParts.open(file.path, { limits, signal: reading.signal, onBytes });
    try {
      yield* rowsIn(zip, limits);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (!(error instanceof XlsxFault)) throw error;
    throw new UnreadableTable(`${file.name} is not a readable spreadsheet: ${error.message}`, { cause: error });
  }
  onBytes(file.sizeBytes);
}

async function* rowsIn(zip: ZipParts, limits: XlsxLimits): AsyncGenerator<Rows> {
  const { tables, isFrom1904, ...parts } = await readWorkbook(zip, limits);
  const styles = await readStyles(parts.styles, zip, limits);
  const sharedStrings = await readSharedStrings(parts.sharedStrings, zip, limits);
  const cells: CellReading = { styles, sharedStrings, isFrom1904 };
  for (const part of tables) {
    const table = await openTable(rowsOf(part, zip, cells, limits));
    const header = headerAt(table.head);
    if (header < 0) {
      await table.rest.return(undefined);
      continue;
    }
    yield table.head.slice(header);
    yield* table.rest;
    return;
  }
  const [first] = tables;
  if (first !== undefined) yield* rowsOf(first, zip, cells, limits);
}

interface OpenTable {
  /** The rows that can be headers, and possibly more. */
  readonly head: Rows;
  readonly rest: AsyncGenerator<Rows>;
}

async function openTable(rows: AsyncGenerator<Rows>): Promise<OpenTable> {
  const head: (CellRow | DumpLine)[] = [];
  while ((head.at(-1)?.line ?? 0) < HEADER_ROWS_MAX) {
    const next = await rows.next();
    if (next.done === true) break;
    head.push(...next.value);
  }
  return { head, rest: rows };
}

function headerAt(rows: Rows): number {
  return rows.findIndex((row) => !("kind" in row) && row.line <= HEADER_ROWS_MAX && recogniseSheet(row.cells) !== null);
}

async function* rowsOf(part: string, zip: ZipParts, cells: CellReading, limits: XlsxLimits): AsyncGenerator<Rows> {
  const rows = new TableRows(cells, limits);
  const reader = new XmlReader(part, rows, limits);
  for await (const chunk of zip.read(part)) {
    reader.write(chunk);
    yield rows.take();
  }
  reader.end();
  yield rows.take();
}
