import { parse } from "csv-parse/sync";
import { messageOf } from "../../lib/assert.ts";
import { columnField, type ColumnMap, normalizeHeader } from "./column-map.ts";
import type { DumpLine } from "./read-dump.ts";
import { type Columns, rowToSong } from "./row-to-song.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

export interface RowReading {
  readonly format: "csv" | "tsv";
  readonly map: ColumnMap;
  readonly onHeader: (columns: readonly string[]) => void;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const TAB = "\t";

/**
 * Reads rows as lines of a dump: line 1 is the header. Rows are parsed a chunk at a time, and one by one where
 * that fails, so that a bad row is rejected alone.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  reading: RowReading,
): AsyncGenerator<readonly DumpLine[]> {
  const { first, all } = await peek(bytes);
  const delimiter = reading.format === "tsv" ? TAB : commaOrSemicolon(first);
  let columns: Columns | null = null;
  for await (const records of splitRecords(all, { cellDelimiter: delimiter.charCodeAt(0) })) {
    const lines: DumpLine[] = [];
    const texts: TextRecord[] = records.filter((record) => record.kind === "fault" || record.text.trim() !== "");
    for (const row of parseRows(texts, delimiter)) {
      if ("kind" in row) lines.push(row);
      else if (columns === null) {
        columns = columnsOf(row.cells, reading.map);
        reading.onHeader(row.cells.map(normalizeHeader));
      } else lines.push(lineOf(row, columns));
    }
    yield lines;
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

function parseRows(records: readonly TextRecord[], delimiter: string): (Row | DumpLine)[] {
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

function lineOf(row: Row, columns: Columns): DumpLine {
  const surplus = row.cells.slice(columns.length).some((cell) => cell.trim() !== "");
  if (surplus) return fault(row.line, `the row has ${row.cells.length} cells, the header ${columns.length}`);
  return { kind: "value", line: row.line, value: rowToSong(row.cells, columns) };
}

function fault(line: number, reason: string): DumpLine {
  return { kind: "fault", line, field: "", reason };
}
