import type { DumpLine } from "../dump-line.ts";
import { UnreadableTable } from "../failure.ts";
import { type CellRow, readSheet, type SheetRows, type SheetSource } from "../sheets/read-sheet.ts";
import { recogniseSheet } from "../sheets/recognise-sheet.ts";
import { byNormalHeader, columnField, type ColumnMap, listColumns, normalizeHeader } from "./column-map.ts";
import { type Columns, rowToSong } from "./row-to-song.ts";

export interface RowReading {
  readonly map: ColumnMap;
  /** Rows of a spreadsheet can be wider than the header: the extra cells are left out. In other files such a row is rejected. */
  readonly isSpreadsheet: boolean;
  readonly sheet: SheetSource;
  readonly onHeader: (columns: readonly string[]) => void;
}

/** Maximum number of columns: each row is searched for each column. */
const COLUMNS_MAX = 1_000;

/**
 * Reads the rows of a table as lines of a dump. The first row is the header. A header of a known kind of sheet selects
 * the reader of sheets, unless the column map names one of the columns.
 */
export async function* readRows(rows: SheetRows, reading: RowReading): AsyncGenerator<readonly DumpLine[]> {
  const iterator = rows[Symbol.asyncIterator]();
  const { header, afterHeader, faults } = await readHeader(iterator);
  yield faults;
  if (header === null) return;
  refuseWide(header.cells, reading.sheet.name);
  const names = header.cells.map(normalizeHeader);
  reading.onHeader(names);
  const map = byNormalHeader(reading.map);
  const layout = names.some((name) => map.has(name)) ? null : recogniseSheet(header.cells);
  const body = async function* (): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
    yield afterHeader;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  const checked = checkWidth(body(), header.cells.length, reading.isSpreadsheet);
  if (layout !== null) {
    yield* readSheet(checked, layout, reading.sheet);
    return;
  }
  const columns = columnsOf(header.cells, map);
  yield adviceOn(header, columns);
  for await (const some of checked) yield some.map((row) => ("kind" in row ? row : lineOf(row, columns)));
}

/** Rejects a table that is wider than real ones. Throws UnreadableTable. */
export function refuseWide(header: readonly string[], name: string): void {
  if (header.length <= COLUMNS_MAX) return;
  throw new UnreadableTable(
    `${name} has ${header.length} columns; expected at most ${COLUMNS_MAX}. Is it a table, and is its first row the header?`,
  );
}

async function readHeader(rows: AsyncIterator<readonly (CellRow | DumpLine)[]>): Promise<{
  readonly header: CellRow | null;
  /** The rows that came in the same batch as the header. */
  readonly afterHeader: readonly (CellRow | DumpLine)[];
  readonly faults: DumpLine[];
}> {
  const faults: DumpLine[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { header: null, afterHeader: [], faults };
    for (const [at, row] of next.value.entries()) {
      if (!("kind" in row)) return { header: row, afterHeader: next.value.slice(at + 1), faults };
      faults.push(row);
    }
  }
}

async function* checkWidth(
  rows: SheetRows,
  columns: number,
  isSpreadsheet: boolean,
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  for await (const some of rows) {
    yield some.flatMap((row): CellRow | DumpLine | (CellRow | DumpLine)[] => {
      if ("kind" in row || !row.cells.slice(columns).some((cell) => cell.trim() !== "")) return row;
      const { line, cells } = row;
      const reason = `the row has ${cells.length} cells, the header ${columns}`;
      if (!isSpreadsheet) return { kind: "fault", line, field: "", reason };
      const effect = { as: "warning", summary: "cells to the right of the last column; left out" } as const;
      const note = { kind: "note", line, field: "", reason: `${reason}; the rest was left out`, effect } as const;
      return [note, { line, cells: cells.slice(0, columns) }];
    });
  }
}

function columnsOf(headers: readonly string[], map: ColumnMap): Columns {
  return headers.map((header) => {
    const mapped = map.get(normalizeHeader(header));
    return {
      header,
      field: mapped === undefined ? columnField(header) : columnField(mapped ?? ""),
      isLeftOut: mapped === null,
    };
  });
}

/** Each row without an id or a title is rejected. One note says why all of them are. */
function adviceOn({ line, cells }: CellRow, columns: Columns): DumpLine[] {
  const missing = ["id", "title"].filter((name) => !columns.some(({ field }) => field === name));
  if (missing.length === 0) return [];
  const reason = `no column is ${missing.join(" or ")} (columns: ${listColumns(cells)}); assign columns with --map`;
  return [{ kind: "note", line, field: "", reason, effect: { as: "remark" } }];
}

function lineOf(row: CellRow, columns: Columns): DumpLine {
  return { kind: "value", line: row.line, value: rowToSong(row.cells, columns) };
}
