import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { NUMBERED } from "../../../schema/postgres-tables.ts";
import { serviceTables } from "../../../schema/tables/service/service-tables.ts";

const ROW_NUMBER = "rowid";

/** A table as it is copied. */
export interface CopiedTable {
  readonly name: string;
  /** All columns that are stored; generated ones are computed again. */
  readonly columns: readonly string[];
  /** The columns of the primary key: the order of the copy, and the same on both engines. */
  readonly key: readonly string[];
  /** The column that PostgreSQL counts up; null if there is none. */
  readonly counter: string | null;
  /** Whether SQLite never gives a number of the key twice, not even that of a deleted row. */
  readonly isAutoIncrement: boolean;
}

/** Returns all tables of the service database, each after those that it references. */
export function copiedTables(): readonly CopiedTable[] {
  const ordered = new Set<SQLiteTable>();
  const add = (table: SQLiteTable): void => {
    if (ordered.has(table)) return;
    for (const one of getTableConfig(table).foreignKeys) add(one.reference().foreignTable);
    ordered.add(table);
  };
  for (const table of serviceTables()) add(table);
  return [...ordered].map(copiedTable);
}

function copiedTable(table: SQLiteTable): CopiedTable {
  const { columns, primaryKeys } = getTableConfig(table);
  const name = getTableName(table);
  const stored = columns.filter((column) => column.generated === undefined).map((column) => column.name);
  const primary = columns.find((column) => column.primary);
  const key = primary === undefined ? (primaryKeys[0]?.columns.map((column) => column.name) ?? []) : [primary.name];
  if (key.length === 0) throw new Error(`${name} has no primary key.`);
  const isNumbered = NUMBERED.has(name);
  const isCounted = primary?.getSQLType() === "integer";
  return {
    name,
    columns: isNumbered ? [...stored, ROW_NUMBER] : stored,
    key,
    counter: isNumbered ? ROW_NUMBER : isCounted ? primary.name : null,
    isAutoIncrement: primary !== undefined && isAutoIncrement(primary),
  };
}

function isAutoIncrement(column: SQLiteColumn): boolean {
  return "autoIncrement" in column && column.autoIncrement === true;
}
