import { parse } from "csv-parse/sync";
import { messageOf } from "../../../lib/assert.ts";
import type { DumpLine } from "../dump-line.ts";
import type { CellRow } from "../sheets/read-sheet.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

const TAB = "\t";
/** Rows parsed in one call. A single chunk can hold megabytes of short rows, for example after an unclosed quote. */
const PARSED_ROWS = 5_000;
/** Byte order mark of little-endian UTF-16, which spreadsheet programs write for "Unicode text". */
const UTF16_MARK = [0xff, 0xfe] as const;

/** Reads the rows of delimited text. A batch of rows that does not parse is parsed again row by row, to name the bad rows. */
export async function* readCells(
  bytes: AsyncIterable<Uint8Array>,
  format: "csv" | "tsv",
): AsyncGenerator<readonly (CellRow | DumpLine)[]> {
  const { first, all } = await peek(asUtf8(bytes));
  const delimiter = format === "tsv" ? TAB : commaOrSemicolon(first);
  for await (const records of splitRecords(all, { cellDelimiter: delimiter.charCodeAt(0) })) {
    const texts = records.filter((record) => record.kind === "fault" || record.text.trim() !== "");
    for (let at = 0; at < texts.length; at += PARSED_ROWS) {
      yield parseRows(texts.slice(at, at + PARSED_ROWS), delimiter);
    }
  }
}

/** Converts text with the byte order mark of UTF-16 (little-endian) to UTF-8, and passes other text through. */
async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let utf16: TextDecoder | null = null;
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst && chunk[0] === UTF16_MARK[0] && chunk[1] === UTF16_MARK[1]) utf16 = new TextDecoder("utf-16le");
    isFirst = false;
    yield utf16 === null ? chunk : encoder.encode(utf16.decode(chunk, { stream: true }));
  }
}

/** In much of Europe spreadsheet programs separate cells by semicolons. The header shows which delimiter is used. */
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
  const rows = parseTogether(texts, delimiter);
  let next = 0;
  return records.map(({ line, ...record }) => {
    if (record.kind === "fault") return { kind: "fault", line, field: "", reason: record.reason };
    const cells = rows === null ? parseAlone(record.text, delimiter) : (rows[next++] ?? "not a row of cells");
    return typeof cells === "string" ? { kind: "fault", line, field: "", reason: cells } : { line, cells };
  });
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
