import type { DumpLine } from "../dump-line.ts";
import type { CellRow } from "../sheets/read-sheet.ts";
import { recogniseSheet } from "../sheets/recognise-sheet.ts";
import { columnField, type ColumnMap, listColumns, normalizeHeader } from "./column-map.ts";
import type { Table } from "./table.ts";

/** Lines that are searched for the header. Templates can have a name or instructions above it. */
const HEADER_LINES_MAX = 20;

/** The header of a table. */
export interface TableHead {
  readonly header: CellRow;
  /** Whether the header has columns of songs: those of a known sheet, or our own. */
  readonly isKnown: boolean;
  /** Notes about rows that cannot be read or were skipped, up to the header. */
  readonly notes: readonly DumpLine[];
}

/**
 * Finds the header of a table: the first row with known columns among the first lines, otherwise the first row. Null for
 * a table without rows. `map` has normalized columns.
 */
export async function readHead(table: Table, map: ColumnMap): Promise<TableHead | null> {
  const above: CellRow[] = [];
  const faults: DumpLine[] = [];
  for await (const some of table.rows()) {
    for (const row of some) {
      if ("kind" in row) {
        faults.push(row);
        continue;
      }
      if (above.length > 0 && row.line > HEADER_LINES_MAX) return headOf(above, faults);
      if (isKnownHeader(row.cells, map)) return { header: row, isKnown: true, notes: [...faults, ...skipped(above)] };
      above.push(row);
    }
  }
  return headOf(above, faults);
}

/** No row is known: the first one is the header. Faults below it are reported when the rows are read. */
function headOf([first]: readonly CellRow[], faults: readonly DumpLine[]): TableHead | null {
  if (first === undefined) return null;
  return { header: first, isKnown: false, notes: faults.filter(({ line }) => line < first.line) };
}

/** One column can be a coincidence: a title above the table can be "Title". */
function isKnownHeader(cells: readonly string[], map: ColumnMap): boolean {
  if (recogniseSheet(cells) !== null) return true;
  const known = cells.filter((cell) => columnField(cell) !== null || map.has(normalizeHeader(cell)));
  return known.length > 1;
}

function skipped(above: readonly CellRow[]): DumpLine[] {
  return above.map(({ line, cells }) => {
    const text = listColumns(cells.filter((cell) => cell.trim() !== ""));
    return { kind: "note", line, field: "", reason: `above the header; skipped: ${text}`, effect: { as: "detail" } };
  });
}
