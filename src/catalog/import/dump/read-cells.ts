import { parse } from "csv-parse/sync";
import { messageOf } from "../../../lib/assert.ts";
import type { DumpLine } from "../dump-line.ts";
import type { CellRow } from "../sheets/read-sheet.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

/** Rows parsed in one call. A single chunk can hold megabytes of short rows, for example after an unclosed quote. */
const PARSED_ROWS = 5_000;

export interface TextRows {
  readonly delimiter: string;
  /** Whether the first line is not part of the table. */
  readonly skipsFirst: boolean;
}

/** Reads the rows of delimited text. A batch of rows that does not parse is parsed again row by row, to name the bad rows. */
export async function* readCells(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, skipsFirst }: TextRows,
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  for await (const records of splitRecords(bytes, { cellDelimiter: delimiter.charCodeAt(0) })) {
    const texts = records.filter(
      (record) => !(skipsFirst && record.line === 1) && (record.kind === "fault" || record.text.trim() !== ""),
    );
    for (let at = 0; at < texts.length; at += PARSED_ROWS) {
      yield parseRows(texts.slice(at, at + PARSED_ROWS), delimiter);
    }
  }
}

function parseRows(records: readonly TextRecord[], delimiter: string): (CellRow | DumpLine)[] {
  const texts = records.flatMap((record) => (record.kind === "text" && hasQuotes(record) ? record.text : []));
  const rows = parseTogether(texts, delimiter);
  let next = 0;
  return records.map(({ line, ...record }) => {
    if (record.kind === "fault") return { kind: "fault", line, field: "", reason: record.reason };
    const damage = record.isDamaged === true ? { isDamaged: record.isDamaged } : {};
    // Most rows have no quotes. Splitting them takes a tenth of the time.
    if (!hasQuotes(record)) return { line, cells: record.text.split(delimiter), ...damage };
    const cells = rows === null ? parseAlone(record.text, delimiter) : (rows[next++] ?? "not a row of cells");
    return typeof cells === "string" ? { kind: "fault", line, field: "", reason: cells } : { line, cells, ...damage };
  });
}

function hasQuotes({ text }: { readonly text: string }): boolean {
  return text.includes('"');
}

/** Returns null if any row does not parse, or if an unclosed quote merged rows. */
function parseTogether(texts: readonly string[], delimiter: string): string[][] | null {
  try {
    const rows = parseText(texts.join("\n"), delimiter);
    return rows.length === texts.length ? rows : null;
  } catch {
    // The caller then parses the rows one by one, and each bad row reports its own error.
    return null;
  }
}

/** Returns the cells, or the reason why the text is not a row. */
function parseAlone(text: string, delimiter: string): string[] | string {
  try {
    const [cells, ...more] = parseText(text, delimiter);
    return cells === undefined || more.length > 0 ? "not a single row of cells" : cells;
  } catch (error) {
    return messageOf(error);
  }
}

function parseText(text: string, delimiter: string): string[][] {
  return parse(text, { delimiter, record_delimiter: "\n", relax_quotes: true, relax_column_count: true });
}
