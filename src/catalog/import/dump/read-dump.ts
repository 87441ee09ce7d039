import { type AudioReading, readAudioFolder } from "../audio/read-audio-folder.ts";
import type { DumpLine } from "../dump-line.ts";
import { byNormalHeader, type ColumnMap } from "./column-map.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { type ByteReading, readBytes } from "./read-bytes.ts";
import { openTables, type TableFormat } from "./open-tables.ts";
import { readRows, type RowReading } from "./read-rows.ts";
import { selectTables } from "./select-tables.ts";
import type { Table } from "./table.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

/** Lines parsed between two yields. A chunk can contain hundreds of thousands. */
const PARSED_LINES = 5_000;

export interface DumpReading extends ByteReading {
  readonly map: ColumnMap;
  /** Whether to group the versions and stems of a song in dumps that do not group them. */
  readonly families: boolean;
  readonly otherFolders: AudioReading["otherFolders"];
  /** Receives the normalized columns of each table. */
  readonly onHeader: (columns: readonly string[]) => void;
}

/** Phase one: streams the lines of one dump file, one array or more for every chunk. */
export async function* readDump(file: DumpFile, reading: DumpReading): AsyncGenerator<readonly DumpLine[]> {
  const { families, signal, map, onHeader } = reading;
  switch (file.format) {
    case "audio":
      yield* readAudioFolder(file, { families, onFiles: reading.onBytes, signal, otherFolders: reading.otherFolders });
      break;
    case "jsonl":
      for await (const records of splitRecords(readBytes(file, reading), { cellDelimiter: null })) {
        for (let at = 0; at < records.length; at += PARSED_LINES) {
          yield records.slice(at, at + PARSED_LINES).flatMap(parseLine);
        }
      }
      break;
    case "csv":
    case "tsv":
    case "xlsx": {
      const sheet = { name: file.name, folder: file.folder, families, signal };
      const isSpreadsheet = file.format === "xlsx";
      yield* readTables(file, file.format, reading, { map, sheet, isSpreadsheet, onHeader });
    }
  }
}

/** Reads all tables of a file that describe songs. With several, reports name the file and the worksheet. */
async function* readTables(
  file: DumpFile,
  format: TableFormat,
  reading: DumpReading,
  rows: RowReading,
): AsyncGenerator<readonly DumpLine[]> {
  const open = await openTables(file, format, reading);
  try {
    const { selected, notes } = await selectTables(open.tables, byNormalHeader(rows.map));
    yield notes;
    for (const one of selected) {
      if (selected.length === 1) yield* readRows(one, rows);
      else for await (const lines of readRows(one, rows)) yield lines.map((line) => within(file, one.table, line));
    }
  } finally {
    open.close();
  }
}

function within(file: DumpFile, { name }: Table, line: DumpLine): DumpLine {
  return { ...line, file: line.file ?? `${file.name} [${name ?? ""}]` };
}

/** Blank lines are ignored. */
function parseLine(record: TextRecord): DumpLine | [] {
  if (record.kind === "fault") return { kind: "fault", line: record.line, field: "", reason: record.reason };
  if (record.text === "" || record.text.trim() === "") return [];
  try {
    return { kind: "value", line: record.line, value: JSON.parse(record.text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, "") : String(error);
    return { kind: "fault", line: record.line, field: "", reason: `not valid JSON: ${reason}` };
  }
}
