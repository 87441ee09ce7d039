import { openXlsx } from "../sheets/read-xlsx.ts";
import type { ColumnMap } from "./column-map.ts";
import type { DumpFile } from "./find-dump-files.ts";
import { openText } from "./open-text.ts";
import type { ByteReading } from "./read-bytes.ts";
import type { OpenTables } from "./table.ts";

export type TableFormat = "csv" | "tsv" | "xlsx";

/** Opens a file with tables of any format. */
export function openTables(
  file: DumpFile,
  format: TableFormat,
  reading: ByteReading & { readonly map: ColumnMap },
): Promise<OpenTables> {
  return format === "xlsx" ? openXlsx(file, reading) : openText(file, { ...reading, isTabbed: format === "tsv" });
}
