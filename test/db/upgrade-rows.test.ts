import { Database, type SQLQueryBindings } from "bun:sqlite";
import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { migrations } from "../../schema/migrations/service/list.ts";
import { migrate } from "../../src/db/migrate.ts";

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

let sqlite: Database;
let freshSchema: readonly unknown[];
beforeAll(() => {
  const fresh = new Database(":memory:");
  migrate(fresh, migrations);
  freshSchema = schema(fresh);
  fresh.close();
});
beforeEach(() => {
  sqlite = new Database(":memory:", { strict: true });
});
afterEach(() => sqlite.close());

function tables(): readonly string[] {
  return sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name);
}

const columnsOf = (table: string): readonly Column[] =>
  sqlite.query<Column, [string]>('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(table);

const referencesOf = (table: string): readonly Reference[] =>
  sqlite.query<Reference, [string]>('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)').all(table);

/** The value of a column in row 1 or 2. In row 2, columns that can be null are. References point to the same row of the other table. */
function valueOf(table: string, { name, type, notnull, pk }: Column, row: number): SQLQueryBindings {
  const checked = CHECKED[table]?.[name];
  if (checked !== undefined) return checked;
  if (row === 2 && notnull === 0 && pk === 0 && !NEVER_NULL.has(`${table}.${name}`)) return null;
  const reference = referencesOf(table).find(({ from }) => from === name);
  const target = reference && columnsOf(reference.table).find((column) => column.name === reference.to);
  if (reference !== undefined && target !== undefined) return valueOf(reference.table, target, row);
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

function fill(table: string): void {
  const columns = columnsOf(table);
  for (const row of SINGLE.has(table) ? [1] : ROWS) {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map((column) => valueOf(table, column, row));
    sqlite.query(`INSERT INTO "${table}" (${names}) VALUES (${values.map(() => "?").join(", ")})`).run(...values);
  }
}

/** Returns the rows of a table with these columns, in the order of their values. */
function rowsOf(table: string, columns: readonly string[]): readonly unknown[] {
  const names = columns.map((name) => `"${name}"`).join(", ");
  return sqlite.query(`SELECT ${names} FROM "${table}" ORDER BY ${names}`).values();
}

function schema(of: Database): readonly unknown[] {
  return of.query("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").values();
}

test.each(migrations.slice(1).map(({ name }, index) => [name, index + 1] as const))(
  "rows of every table survive an upgrade from the schema before %s",
  (_, version) => {
    migrate(sqlite, migrations.slice(0, version));
    // Tables are not in the order of their references.
    sqlite.run("PRAGMA foreign_keys = OFF");
    for (const table of tables()) fill(table);
    expect(sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
    const before = tables().map((table) => {
      const columns = columnsOf(table).map(({ name }) => name);
      return { table, columns, rows: rowsOf(table, columns) };
    });
    migrate(sqlite, migrations);
    const left = tables();
    for (const { table, columns, rows } of before.filter((one) => left.includes(one.table))) {
      expect({ table, rows: rowsOf(table, columns) }).toEqual({ table, rows });
    }
    expect(sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
    expect(sqlite.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    expect(schema(sqlite)).toEqual(freshSchema);
  },
);
