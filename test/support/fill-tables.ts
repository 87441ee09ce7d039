import type { Database, SQLQueryBindings } from "bun:sqlite";

const ROWS = [1, 2];
/** Tables whose check allows a single row. */
const SINGLE = new Set(["catalog_pointer", "audit_ends"]);
/** Values that the checks of a table ask for, in both rows. */
const CHECKED: Readonly<Record<string, Readonly<Record<string, SQLQueryBindings>>>> = {
  assets: { media_kind: "video", status: "processed" },
  deliveries: { status: "delivered" },
  executions: { status: "completed", tier: "video", finished_at: 7 },
  jobs: { state: "done", lease_until: null },
  keys: { mode: "live" },
  ledger: { tier: "image" },
  media_made: { kind: "mp3" },
  sessions: { admin_token_hash: null },
  shortlist_entries: { rating: 3 },
  uploads: { media_kind: "image" },
  users: { role: "admin" },
  watch_folders: { state: "held" },
};
/** In these columns, a check forbids null in the second row. */
const NEVER_NULL = new Set(["ledger.execution_id", "sessions.user_id"]);
const BLOB_BYTES = 16;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface Reference {
  readonly from: string;
  readonly table: string;
  readonly to: string;
}

/** Writes two rows into every table of a service database, or one where no second is allowed. In the second row, columns that can be null are. */
export function fillEveryTable(sqlite: Database): void {
  // Tables are not in the order of their references.
  sqlite.run("PRAGMA foreign_keys = OFF");
  for (const table of tablesOf(sqlite)) fill(sqlite, table);
}

export function tablesOf(sqlite: Database): readonly string[] {
  return sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name);
}

export function columnsOf(sqlite: Database, table: string): readonly Column[] {
  return sqlite.query<Column, [string]>('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(table);
}

function referencesOf(sqlite: Database, table: string): readonly Reference[] {
  return sqlite.query<Reference, [string]>('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)').all(table);
}

/** The value of a column in row 1 or 2. References point to the same row of the other table. */
function valueOf(
  sqlite: Database,
  table: string,
  { column, row }: { readonly column: Column; readonly row: number },
): SQLQueryBindings {
  const { name, type, notnull, pk } = column;
  const checked = CHECKED[table]?.[name];
  if (checked !== undefined) return checked;
  if (row === 2 && notnull === 0 && pk === 0 && !NEVER_NULL.has(`${table}.${name}`)) return null;
  const reference = referencesOf(sqlite, table).find(({ from }) => from === name);
  const target = reference && columnsOf(sqlite, reference.table).find((one) => one.name === reference.to);
  if (reference !== undefined && target !== undefined) return valueOf(sqlite, reference.table, { column: target, row });
  switch (type.toUpperCase()) {
    case "INTEGER":
      return row;
    case "REAL":
      return row + 0.5;
    case "BLOB":
      return new Uint8Array(BLOB_BYTES).fill(row);
    default:
      return `${name} ${row}`;
  }
}

function fill(sqlite: Database, table: string): void {
  const columns = columnsOf(sqlite, table);
  for (const row of SINGLE.has(table) ? [1] : ROWS) {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map((column) => valueOf(sqlite, table, { column, row }));
    sqlite.query(`INSERT INTO "${table}" (${names}) VALUES (${values.map(() => "?").join(", ")})`).run(...values);
  }
}
