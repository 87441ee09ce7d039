import { Database } from "bun:sqlite";
import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { migrations } from "../../schema/migrations/service/list.ts";
import { migrate } from "../../src/db/migrate.ts";
import { columnsOf, fillEveryTable, tablesOf } from "../support/fill-tables.ts";

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
    fillEveryTable(sqlite);
    expect(sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
    const before = tablesOf(sqlite).map((table) => {
      const columns = columnsOf(sqlite, table).map(({ name }) => name);
      return { table, columns, rows: rowsOf(table, columns) };
    });
    migrate(sqlite, migrations);
    const left = tablesOf(sqlite);
    for (const { table, columns, rows } of before.filter((one) => left.includes(one.table))) {
      expect({ table, rows: rowsOf(table, columns) }).toEqual({ table, rows });
    }
    expect(sqlite.query("PRAGMA foreign_key_check").all()).toEqual([]);
    expect(sqlite.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    expect(schema(sqlite)).toEqual(freshSchema);
  },
);
