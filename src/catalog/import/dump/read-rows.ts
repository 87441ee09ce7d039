import type { DumpLine } from "../dump-line.ts";
import { UnreadableTable } from "../failure.ts";
import { type ColumnKind, TableEvidence, type TableNotations } from "../facts/table-notations.ts";
import { type CellRow, readSheet, type SheetRows, type SheetSource } from "../sheets/read-sheet.ts";
import { recogniseSheet } from "../sheets/recognise-sheet.ts";
import type { SheetField } from "../sheets/sheet-columns.ts";
import type { ColumnField } from "./column-fields.ts";
import { byNormalHeader, columnFields, isOwnName, type ColumnMap, listColumns, normalizeHeader } from "./column-map.ts";
import { type Columns, rowToSong } from "./row-to-song.ts";
import type { SelectedTable } from "./select-tables.ts";
import type { Table } from "./table.ts";

export interface RowReading {
  readonly map: ColumnMap;
  /** In a spreadsheet, the cells of a row that is wider than the header are in their columns. In text they can be shifted. */
  readonly isSpreadsheet: boolean;
  readonly sheet: SheetSource;
  readonly onHeader: (columns: readonly string[]) => void;
}

/** Replaces bytes that are not UTF-8. */
const DAMAGED = "\uFFFD";
/** Maximum number of columns: each row is searched for each column. */
const COLUMNS_MAX = 1_000;

/** Fields whose cells are not any text. */
const TYPED: ReadonlySet<ColumnField> = new Set([
  "energy",
  "explicit",
  "released_at",
  "bpm",
  "key",
  "vocals",
  "duration",
]);
const WRONG = /; left out$/;

const KINDS: Readonly<Partial<Record<ColumnField | SheetField, ColumnKind>>> = {
  released_at: "date",
  released: "date",
  exclusive_until: "date",
  duration: "duration",
  key: "key",
  key_name: "key",
};

/**
 * Reads the rows of a table as lines of a dump. A header of a known kind of sheet selects the reader of sheets, unless
 * the column map names one of the columns. A first pass over the rows finds out how dates, durations and keys are
 * written.
 */
export async function* readRows(
  { table, head }: SelectedTable,
  reading: RowReading,
): AsyncGenerator<readonly DumpLine[]> {
  const { header } = head;
  refuseWide(header.cells, reading.sheet.name);
  yield [...table.notes, ...head.notes];
  const names = header.cells.map(normalizeHeader);
  reading.onHeader(names);
  const map = byNormalHeader(reading.map);
  const layout = names.some((name) => map.has(name)) ? null : recogniseSheet(header.cells);
  const columns = columnsOf(header.cells, map);
  const fields = layout?.columns.map(({ field }) => field) ?? columns.map(({ field }) => field);
  const evidence = new TableEvidence(fields.map((field) => (field === null ? null : (KINDS[field] ?? null))));
  await gather(table, header, evidence);
  yield evidence.remarks().map(({ column, sentence }) => remark(header, header.cells[column] ?? "", sentence));
  const isKept = (row: CellRow): boolean =>
    reading.isSpreadsheet || (layout === null && isAligned(row, columns, evidence));
  const idColumn = layout === null ? columns.findIndex(({ field }) => field === "id") : -1;
  const below = noteDamage(rowsBelow(table, header), header, idColumn);
  const checked = checkWidth(below, { columns: header.cells.length, isKept, idColumn });
  if (layout !== null) {
    yield* readSheet(checked, layout, { ...reading.sheet, notations: evidence });
    return;
  }
  yield [...spelledColumns(header, columns, map), ...adviceOn(header, columns)];
  let count = 0;
  for await (const some of checked) {
    count += some.length;
    yield some.flatMap((row) => ("kind" in row ? row : rowToSong(row, columns, evidence)));
  }
  if (count === 0) yield [remark(header, "", "the table has no rows below its header")];
}

/** Rejects a table that is wider than real ones. Throws UnreadableTable. */
export function refuseWide(header: readonly string[], name: string): void {
  if (header.length <= COLUMNS_MAX) return;
  throw new UnreadableTable(
    `${name} has ${header.length} columns; expected at most ${COLUMNS_MAX}. Is it a table, and is its first row the header?`,
  );
}

/** Reads all rows for their notations. If the file is damaged, the second pass reports it, after the rows before. */
async function gather(table: Table, header: CellRow, evidence: TableEvidence): Promise<void> {
  if (evidence.isEmpty) return;
  try {
    for await (const some of rowsBelow(table, header)) {
      for (const row of some) if (!("kind" in row)) evidence.addRow(row.cells);
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
  }
}

async function* rowsBelow(table: Table, header: CellRow): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  for await (const some of table.rows()) yield some.filter(({ line }) => line > header.line);
}

/**
 * Names the cells with bytes that are not UTF-8. They keep U+FFFD in the place of these bytes, so that the other cells of the
 * row are not lost. A damaged id rejects the row, because it is another id.
 */
async function* noteDamage(
  rows: SheetRows,
  header: CellRow,
  idColumn: number,
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  for await (const some of rows) {
    yield some.flatMap((row): CellRow | DumpLine | (CellRow | DumpLine)[] => {
      if ("kind" in row || row.isDamaged !== true) return row;
      const { line, cells } = row;
      if (cells[idColumn]?.includes(DAMAGED) === true) {
        return { kind: "fault", line, field: "id", reason: "not valid UTF-8" };
      }
      const summary = "cells with bytes that are not valid UTF-8";
      const notes = cells.flatMap((cell, at): DumpLine[] => {
        if (!cell.includes(DAMAGED)) return [];
        const reason = `not valid UTF-8; the damaged bytes were replaced by "${DAMAGED}"`;
        return [{ kind: "note", line, field: header.cells[at] ?? "", reason, effect: { as: "warning", summary } }];
      });
      return [...notes, row];
    });
  }
}

interface TableWidth {
  readonly columns: number;
  readonly isKept: (row: CellRow) => boolean;
  readonly idColumn: number;
}

/** The id of a rejected row is certain only in the first column: a comma without quotes shifts the others. */
async function* checkWidth(
  rows: SheetRows,
  { columns, isKept, idColumn }: TableWidth,
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  for await (const some of rows) {
    yield some.flatMap((row): CellRow | DumpLine | (CellRow | DumpLine)[] => {
      if ("kind" in row || !row.cells.slice(columns).some((cell) => cell.trim() !== "")) return row;
      const { line, cells } = row;
      const reason = `the row has ${cells.length} cells, the header ${columns}`;
      const kept = { line, cells: cells.slice(0, columns) };
      const id = idColumn === 0 ? cells[0]?.trim() || null : null;
      if (!isKept(kept)) return { kind: "fault", line, field: "", reason, id };
      const effect = { as: "warning", summary: "cells to the right of the last column; left out" } as const;
      const note = { kind: "note", line, field: "", reason: `${reason}; the rest was left out`, effect } as const;
      return [note, kept];
    });
  }
}

/**
 * Whether the cells of a row that is too wide belong to their columns. A comma without quotes shifts the cells after it:
 * then a cell after the title cannot be read.
 */
function isAligned(row: CellRow, columns: Columns, notations: TableNotations): boolean {
  const title = columns.findIndex(({ field }) => field === "title");
  const typed = columns.findLastIndex(
    ({ field }, at) => field !== null && TYPED.has(field) && (row.cells[at] ?? "").trim() !== "",
  );
  const hasWrong = rowToSong(row, columns, notations).some((line) => line.kind === "note" && WRONG.test(line.reason));
  return typed > title && !hasWrong;
}

function columnsOf(headers: readonly string[], map: ColumnMap): Columns {
  const fields = columnFields(headers, map);
  return headers.map((header, at) => ({
    header,
    field: fields[at] ?? null,
    isLeftOut: map.get(normalizeHeader(header)) === null,
  }));
}

/** Names the columns that are read by another name than ours. */
function spelledColumns(header: CellRow, columns: Columns, map: ColumnMap): DumpLine[] {
  const read = columns.filter(
    ({ header: name, field }) => field !== null && !map.has(normalizeHeader(name)) && !isOwnName(name),
  );
  if (read.length === 0) return [];
  const list = read.map(({ header: name, field }) => `"${name}" as ${field}`).join(", ");
  return [remark(header, "", `columns were read by their meaning: ${list}; --map assigns them otherwise`)];
}

/** Each row without an id or a title is rejected. One note says why all of them are. */
function adviceOn(header: CellRow, columns: Columns): DumpLine[] {
  const missing = ["id", "title"].filter((name) => !columns.some(({ field }) => field === name));
  if (missing.length === 0) return [];
  const list = listColumns(header.cells);
  return [remark(header, "", `no column is ${missing.join(" or ")} (columns: ${list}); assign columns with --map`)];
}

function remark({ line }: CellRow, field: string, reason: string): DumpLine {
  return { kind: "note", line, field, reason, effect: { as: "remark" } };
}
