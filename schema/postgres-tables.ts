import { getTableName, is, SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  foreignKey,
  index,
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * Integers have 64 bits, because times are in milliseconds; booleans are 0 and 1, as on SQLite. Text is compared by its bytes, as
 * on SQLite: with another collation, lists would be in another order than their cursors.
 */
const TYPES: Readonly<Record<string, string>> = {
  integer: "bigint",
  "integer[]": "bigint[]",
  real: "double precision",
  text: 'text collate "C"',
  blob: "bytea",
};

/** What SQLite computes with functions of its own. The first migration defines `json_or_null`. */
const GENERATED: Readonly<Record<string, SQL>> = {
  action: sql`json_or_null(line) ->> 'action'`,
  actor_name: sql`coalesce(json_or_null(line) #>> '{actor,name}', json_or_null(line) #>> '{actor,user}', json_or_null(line) #>> '{actor,kind}')`,
};

/** Tables whose rows have an order on SQLite that statements use: that of their insertion. */
export const NUMBERED: ReadonlySet<string> = new Set(["executions", "media_made"]);

type ColumnsOfTable = Readonly<Record<string, AnyPgColumn>>;

const column = customType<{ data: unknown; config: { readonly type: string }; configRequired: true }>({
  dataType: ({ type }) => type,
});

/**
 * Turns the SQLite tables among `exported` into PostgreSQL's, under the same names. For drizzle-kit, which generates the migrations
 * from them; stores use the SQLite tables on both engines.
 */
export function postgresTables<Name extends string>(exported: Readonly<Record<Name, unknown>>): Record<Name, PgTable> {
  const made = new Map<SQLiteTable, ColumnsOfTable>();
  const entries = Object.entries(exported).flatMap(([key, table]) => {
    if (!is(table, SQLiteTable)) return [];
    const builders = getTableConfig(table).columns.map((one) => [one.name, builderOf(one)] as const);
    const name = getTableName(table);
    const rowid = NUMBERED.has(name) ? { rowid: bigint({ mode: "number" }).generatedAlwaysAsIdentity() } : {};
    const columns = { ...Object.fromEntries(builders), ...rowid };
    const turned = pgTable(name, columns, (own) => rulesOf(table, own, made));
    made.set(table, turned as PgTable as PgTable & ColumnsOfTable);
    return [[key, turned]];
  });
  return Object.fromEntries(entries) as Record<Name, PgTable>;
}

function builderOf(one: SQLiteColumn): PgColumnBuilderBase {
  const type = TYPES[one.getSQLType()];
  if (type === undefined) throw new Error(`PostgreSQL needs a type for ${one.name}.`);
  // SQLite counts up every integer that is a primary key.
  if (one.primary && type === "bigint") return bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity();
  const builder = column({ type });
  const generated = GENERATED[one.name];
  if (one.generated !== undefined && generated !== undefined) return builder.generatedAlwaysAs(generated);
  if (one.generated !== undefined) throw new Error(`PostgreSQL needs an expression for ${one.name}.`);
  if (one.default !== undefined) builder.default(sql.raw(literal(one.mapToDriverValue(one.default))));
  if (one.notNull) builder.notNull();
  return one.primary ? builder.primaryKey() : builder;
}

function literal(value: unknown): string {
  return typeof value === "number" ? String(value) : `'${String(value)}'`;
}

function rulesOf(
  table: SQLiteTable,
  columns: ColumnsOfTable,
  made: ReadonlyMap<SQLiteTable, ColumnsOfTable>,
): PgTableExtraConfigValue[] {
  const { indexes, checks, primaryKeys, foreignKeys } = getTableConfig(table);
  return [
    ...indexes.map(({ config }) => {
      const on = (config.unique ? uniqueIndex : index)(config.name);
      const [key, ...keys] = config.columns.map((one) => (is(one, SQL) ? sql`(${one})` : named(columns, one)));
      if (key === undefined) throw new Error(`${config.name} has no columns.`);
      return config.where === undefined ? on.on(key, ...keys) : on.on(key, ...keys).where(config.where);
    }),
    ...checks.map((one) => check(one.name, one.value)),
    ...primaryKeys.map((one) => {
      const [key, ...keys] = one.columns.map((part) => named(columns, part));
      if (key === undefined) throw new Error(`${getTableName(table)} has an empty key.`);
      return primaryKey({ columns: [key, ...keys] });
    }),
    ...foreignKeys.map((one) => {
      const { columns: own, foreignColumns, foreignTable } = one.reference();
      const theirs = made.get(foreignTable) ?? {};
      const [key, ...keys] = own.map((part) => named(columns, part));
      const [target, ...targets] = foreignColumns.map((part) => named(theirs, part));
      if (key === undefined || target === undefined) throw new Error(`${getTableName(table)} has an empty reference.`);
      const reference = foreignKey({ columns: [key, ...keys], foreignColumns: [target, ...targets] });
      return one.onDelete === "cascade" ? reference.onDelete("cascade") : reference;
    }),
  ];
}

function named(columns: ColumnsOfTable, { name }: SQLiteColumn): AnyPgColumn {
  const found = columns[name];
  if (found === undefined) throw new Error(`PostgreSQL has no column ${name} yet.`);
  return found;
}
