import type { ColumnMap } from "./column-map.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { readBytes } from "./read-bytes.ts";
import { readRows } from "./read-rows.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

/** What a line of a dump turned out to be: a value still to be checked, or nothing that can be read. */
export type DumpLine =
  | { readonly kind: "value"; readonly line: number; readonly value: unknown }
  | { readonly kind: "fault"; readonly line: number; readonly field: string; readonly reason: string };

export interface DumpReading {
  readonly map: ColumnMap;
  /** Hears how many more bytes of the file were read. */
  readonly onBytes: (count: number) => void;
  /** Hears the columns of a CSV or TSV file, normalized. */
  readonly onHeader: (columns: readonly string[]) => void;
}

/** Phase one: the lines of one dump file, as they stream in, an array for every chunk that was read. */
export async function* readDump(file: DumpFile, reading: DumpReading): AsyncGenerator<readonly DumpLine[]> {
  const bytes = readBytes(file, reading.onBytes);
  if (file.format === "jsonl") {
    for await (const records of splitRecords(bytes, { cellDelimiter: null })) yield records.flatMap(readJson);
  } else {
    yield* readRows(bytes, { format: file.format, map: reading.map, onHeader: reading.onHeader });
  }
}

/** Blank lines say nothing and are passed over. */
function readJson(record: TextRecord): DumpLine | [] {
  if (record.kind === "fault") return { kind: "fault", line: record.line, field: "", reason: record.reason };
  if (record.text === "" || record.text.trim() === "") return [];
  try {
    return { kind: "value", line: record.line, value: JSON.parse(record.text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, "") : String(error);
    return { kind: "fault", line: record.line, field: "", reason: `not valid JSON: ${reason}` };
  }
}
