import { parse } from "csv-parse/sync";
import { messageOf } from "../../../lib/assert.ts";
import { byNormalHeader, columnField, type ColumnMap, normalizeHeader } from "./column-map.ts";
import type { DumpLine } from "../dump-line.ts";
import { UnreadableTable } from "../failure.ts";
import { type Columns, rowToSong } from "./row-to-song.ts";
import { type CellRow, readSheet, type SheetRows, type SheetSource } from "../sheets/read-sheet.ts";
import { recogniseSheet } from "../sheets/recognise-sheet.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

export interface RowReading {
  readonly map: ColumnMap;
  /** Its rows may be wider than the header: what stands beside the table is left out. Elsewhere such a row is rejected. */
  readonly isSpreadsheet: boolean;
  readonly sheet: SheetSource;
  readonly onHeader: (columns: readonly string[]) => void;
}

const TAB = "\t";
const COLUMNS_SHOWN = 6;
/** Rows that are parsed in one piece: megabytes of short ones may come at once, behind a quote that is not closed. */
const PARSED_ROWS = 5_000;
/** Every column is looked at in every row. */
const COLUMNS_MAX = 1_000;

/**
 * Reads the rows of a table as lines of a dump: the first is the header. A sheet of somebody else's system is known
 * by it, unless the column map names one of its columns.
 */
export async function* readRows(rows: SheetRows, reading: RowReading): AsyncGenerator<readonly DumpLine[]> {
  const iterator = rows[Symbol.asyncIterator]();
  const { header, behind, faults } = await headerOf(iterator);
  yield faults;
  if (header === null) return;
  refuseWide(header.cells, reading.sheet.name);
  const names = header.cells.map(normalizeHeader);
  reading.onHeader(names);
  const map = byNormalHeader(reading.map);
  const layout = names.some((name) => map.has(name)) ? null : recogniseSheet(header.cells);
  const all = async function* (): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
    yield behind;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  const checked = withinHeader(all(), header.cells.length, reading.isSpreadsheet);
  if (layout !== null) {
    yield* readSheet(checked, layout, reading.sheet);
    return;
  }
  const columns = columnsOf(header.cells, map);
  yield adviceOn(header, columns);
  for await (const some of checked) yield some.map((row) => ("kind" in row ? row : lineOf(row, columns)));
}

/** Refuses a table with more columns than any has that people make. Throws UnreadableTable. */
export function refuseWide(header: readonly string[], name: string): void {
  if (header.length <= COLUMNS_MAX) return;
  throw new UnreadableTable(
    `${name} has ${header.length} columns; expected at most ${COLUMNS_MAX}. Is it a table, and is its first row the header?`,
  );
}

async function headerOf(rows: AsyncIterator<readonly (CellRow | DumpLine)[]>): Promise<{
  readonly header: CellRow | null;
  readonly behind: readonly (CellRow | DumpLine)[];
  readonly faults: DumpLine[];
}> {
  const faults: DumpLine[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { header: null, behind: [], faults };
    for (const [at, row] of next.value.entries()) {
      if (!("kind" in row)) return { header: row, behind: next.value.slice(at + 1), faults };
      faults.push(row);
    }
  }
}

async function* withinHeader(
  rows: SheetRows,
  columns: number,
  isSpreadsheet: boolean,
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  for await (const some of rows) {
    yield some.flatMap((row) => {
      if ("kind" in row || !row.cells.slice(columns).some((cell) => cell.trim() !== "")) return row;
      const reason = `the row has ${row.cells.length} cells, the header ${columns}`;
      if (!isSpreadsheet) return fault(row.line, reason);
      const summary = "cells to the right of the header's last column, which were left out";
      const told = { as: "warning", summary } as const;
      const note: DumpLine = {
        kind: "note",
        line: row.line,
        field: "",
        reason: `${reason}; the rest was left out`,
        told,
      };
      return [note, { line: row.line, cells: row.cells.slice(0, columns) }];
    });
  }
}

/** The rows of a text with separated cells. They are parsed some thousands at a time, and one by one where that fails. */
export async function* readCells(
  bytes: AsyncIterable<Uint8Array>,
  format: "csv" | "tsv",
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  const { first, all } = await peek(bytes);
  const delimiter = format === "tsv" ? TAB : commaOrSemicolon(first);
  for await (const records of splitRecords(all, { cellDelimiter: delimiter.charCodeAt(0) })) {
    const texts: TextRecord[] = records.filter((record) => record.kind === "fault" || record.text.trim() !== "");
    for (let at = 0; at < texts.length; at += PARSED_ROWS) {
      yield parseRows(texts.slice(at, at + PARSED_ROWS), delimiter);
    }
  }
}

/** A spreadsheet in much of Europe separates cells with semicolons; the header shows which it was. */
function commaOrSemicolon(first: Uint8Array): string {
  const [header = ""] = new TextDecoder().decode(first).split("\n", 1);
  return header.includes(";") && !header.includes(",") ? ";" : ",";
}

async function peek(bytes: AsyncIterable<Uint8Array>): Promise<{ first: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const start = await iterator.next();
  const first = start.done === true ? new Uint8Array() : start.value;
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { first, all: all() };
}

function parseRows(records: readonly TextRecord[], delimiter: string): (CellRow | DumpLine)[] {
  const texts = records.flatMap((record) => (record.kind === "text" ? record.text : []));
  const together = tryParse(texts, delimiter);
  let next = 0;
  return records.map((record) => {
    if (record.kind === "fault") return fault(record.line, record.reason);
    const cells = together === null ? parseAlone(record.text, delimiter) : together[next++];
    return Array.isArray(cells) ? { line: record.line, cells } : fault(record.line, cells ?? "not a row of cells");
  });
}

/** All rows at once; null when any of them does not parse, or rows ran into each other. */
function tryParse(texts: readonly string[], delimiter: string): string[][] | null {
  try {
    const rows = parseText(texts.join("\n"), delimiter);
    return rows.length === texts.length ? rows : null;
  } catch {
    // Parsed one by one then, which says which row it was.
    return null;
  }
}

function parseAlone(text: string, delimiter: string): string[] | string {
  try {
    const [cells, ...more] = parseText(text, delimiter);
    return cells === undefined || more.length > 0 ? "not one row of cells" : cells;
  } catch (error) {
    return messageOf(error);
  }
}

function parseText(text: string, delimiter: string): string[][] {
  return parse(text, { delimiter, record_delimiter: "\n", relax_quotes: true, relax_column_count: true });
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

/** Rows without an id or a title are rejected one by one; what may be wrong with all of them is said once. */
function adviceOn({ line, cells }: CellRow, columns: Columns): DumpLine[] {
  const missing = ["id", "title"].filter((name) => !columns.some(({ field }) => field === name));
  if (missing.length === 0) return [];
  const shown = cells.slice(0, COLUMNS_SHOWN).join(", ") + (cells.length > COLUMNS_SHOWN ? " …" : "");
  const reason = `no column is ${missing.join(" or ")} (there are ${shown}); --map says which column is which`;
  return [{ kind: "note", line, field: "", reason, told: { as: "remark" } }];
}

function lineOf(row: CellRow, columns: Columns): DumpLine {
  return { kind: "value", line: row.line, value: rowToSong(row.cells, columns) };
}

function fault(line: number, reason: string): DumpLine {
  return { kind: "fault", line, field: "", reason };
}
