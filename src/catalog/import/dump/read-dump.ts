import { readAudioFolder } from "../audio/read-audio-folder.ts";
import type { ColumnMap } from "./column-map.ts";
import type { DumpLine } from "../dump-line.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { asUtf8 } from "./as-utf8.ts";
import { readBytes } from "./read-bytes.ts";
import { readCells, readRows } from "./read-rows.ts";
import { readXlsx } from "../sheets/read-xlsx.ts";
import { splitRecords, type TextRecord } from "./split-records.ts";

/** Lines that are parsed in one piece: a chunk may have hundreds of thousands. */
const PARSED_LINES = 5_000;

export interface DumpReading {
  readonly map: ColumnMap;
  /** Ends the reading of a file: the generator throws its reason. */
  readonly signal: AbortSignal | null;
  /** Whether versions and stems of a song are gathered, where a dump does not do it itself. */
  readonly families: boolean;
  /** Hears how many more bytes of the file were read. */
  readonly onBytes: (count: number) => void;
  /** Hears the columns of a CSV or TSV file, normalized. */
  readonly onHeader: (columns: readonly string[]) => void;
}

/** Phase one: the lines of one dump file, as they stream in, an array for every chunk that was read. */
export async function* readDump(file: DumpFile, reading: DumpReading): AsyncGenerator<readonly DumpLine[]> {
  if (file.format === "audio") {
    yield* readAudioFolder(file, { families: reading.families, onFiles: reading.onBytes, signal: reading.signal });
    return;
  }
  const bytes = readBytes(file, reading);
  if (file.format === "jsonl") {
    for await (const records of splitRecords(bytes, { cellDelimiter: null })) {
      for (let at = 0; at < records.length; at += PARSED_LINES) {
        yield records.slice(at, at + PARSED_LINES).flatMap(readJson);
      }
    }
  } else {
    const isSpreadsheet = file.format === "xlsx";
    const rows = isSpreadsheet ? readXlsx(file, reading) : readCells(asUtf8(bytes), file.format);
    const sheet = { name: file.name, folder: file.folder, families: reading.families, signal: reading.signal };
    yield* readRows(rows, { map: reading.map, sheet, isSpreadsheet, onHeader: reading.onHeader });
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
