import type { DumpLine } from "../dump-line.ts";
import { listColumns, type ColumnMap } from "./column-map.ts";
import type { Table } from "./table.ts";
import { readHead, type TableHead } from "./table-head.ts";

export interface SelectedTable {
  readonly table: Table;
  readonly head: TableHead;
}

export interface SelectedTables {
  readonly selected: readonly SelectedTable[];
  /** Notes about the tables that are not read. */
  readonly notes: readonly DumpLine[];
}

/**
 * Selects the tables of a file that describe songs: all with known columns, otherwise the first one with rows. `map` has
 * normalized columns.
 */
export async function selectTables(tables: readonly Table[], map: ColumnMap): Promise<SelectedTables> {
  const heads = new Map<Table, TableHead | null>();
  for (const table of tables) heads.set(table, await readHead(table, map));
  const filled = [...heads].flatMap(([table, head]): SelectedTable[] => (head === null ? [] : [{ table, head }]));
  const known = filled.filter(({ head }) => head.isKnown);
  const selected = known.length > 0 ? known : filled.slice(0, 1);
  if (selected.length === 0) return { selected, notes: [remark(1, "not read: the table is empty")] };
  const others = filled.filter((one) => !selected.includes(one));
  return { selected, notes: others.map(({ table, head }) => remark(head.header.line, notRead(table, head))) };
}

function notRead({ name }: Table, { header }: TableHead): string {
  return `the worksheet ${JSON.stringify(name)} was not read: no known columns (${listColumns(header.cells)})`;
}

function remark(line: number, reason: string): DumpLine {
  return { kind: "note", line, field: "", reason, effect: { as: "remark" } };
}
