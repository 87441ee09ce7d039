import { messageOf } from "../../lib/assert.ts";
import type { Parameter } from "../work.ts";
import type { CopiedTable } from "./copied-table.ts";
import type { CopiedRow, CopyConnection } from "./copy-connection.ts";

/** Rows that are in memory at a time. With the columns of the widest table, below the parameters that a statement can have. */
const ROWS_MAX = 200;
/** Characters of a key in a message. */
const KEY_SHOWN_MAX = 80;

/** A row, or the database that should get it, cannot be copied. Nothing was changed. */
export class CopyRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CopyRefused";
  }
}

/** Yields all rows of a table in the order of its key, some at a time. */
export async function* rowsOf(connection: CopyConnection, table: CopiedTable): AsyncGenerator<readonly CopiedRow[]> {
  const key = listed(table.key);
  const after = `where (${key}) > (${table.key.map(() => "?").join(", ")})`;
  let last: CopiedRow | undefined;
  for (;;) {
    const rows = await connection.rows(
      `select ${listed(table.columns)} from "${table.name}" ${last === undefined ? "" : after} order by ${key} limit ${ROWS_MAX}`,
      last === undefined ? [] : keyOf(table, last),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_MAX) return;
    last = rows.at(-1);
  }
}

/** Writes rows. Throws CopyRefused for what the engine cannot keep. */
export async function insertRows(
  connection: CopyConnection,
  table: CopiedTable,
  rows: readonly CopiedRow[],
): Promise<void> {
  if (connection.engine === "postgres") for (const row of rows) requireNoNul(table, row);
  const overriding = connection.engine === "postgres" ? "overriding system value" : "";
  const places = `(${table.columns.map(() => "?").join(", ")})`;
  const parameters = rows.flatMap((row) => valuesOf(table, row));
  try {
    await connection.rows(
      `insert into "${table.name}" (${listed(table.columns)}) ${overriding} values ${rows.map(() => places).join(", ")}`,
      parameters,
    );
  } catch (error) {
    const [first, last] = [rows[0], rows.at(-1)];
    const range = [first, last].map((row) => (row === undefined ? "" : describeKey(table, row))).join(" to ");
    throw new CopyRefused(`${table.name}, rows from ${range}: ${messageOf(error)}`, { cause: error });
  }
}

/** Adds a row to a digest: the same text for the same values on both engines. */
export function digestRow(hasher: Bun.CryptoHasher, table: CopiedTable, row: CopiedRow): void {
  const values = valuesOf(table, row).map((value) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value,
  );
  hasher.update(`${JSON.stringify(values)}\n`);
}

export async function countRows(connection: CopyConnection, table: CopiedTable): Promise<number> {
  const [row] = await connection.rows(`select count(*) as count from "${table.name}"`);
  return Number(row?.["count"]);
}

/** Lets the engine count on where the other one would. Numbers of deleted rows are not given again. */
export async function copyCounter(from: CopyConnection, to: CopyConnection, table: CopiedTable): Promise<void> {
  if (table.counter === null) return;
  const last = await lastNumber(from, table, table.counter);
  if (last === 0) return;
  if (to.engine === "postgres") {
    await to.rows("select setval(pg_get_serial_sequence(?, ?), ?)", [table.name, table.counter, last]);
  } else if (table.isAutoIncrement) {
    await to.rows("delete from sqlite_sequence where name = ?", [table.name]);
    await to.rows("insert into sqlite_sequence (name, seq) values (?, ?)", [table.name, last]);
  }
}

async function lastNumber(connection: CopyConnection, table: CopiedTable, counter: string): Promise<number> {
  const [row] = await connection.rows(`select max("${counter}") as last from "${table.name}"`);
  return Math.max(Number(row?.["last"] ?? 0), await lastCounted(connection, table, counter));
}

async function lastCounted(connection: CopyConnection, table: CopiedTable, counter: string): Promise<number> {
  if (connection.engine === "sqlite") {
    const [row] = await connection.rows("select seq from sqlite_sequence where name = ?", [table.name]);
    return Number(row?.["seq"] ?? 0);
  }
  const [named] = await connection.rows("select pg_get_serial_sequence(?, ?) as name", [table.name, counter]);
  const [row] = await connection.rows(`select last_value, is_called from ${String(named?.["name"])}`);
  return row?.["is_called"] === 1 ? Number(row["last_value"]) : 0;
}

function requireNoNul(table: CopiedTable, row: CopiedRow): void {
  for (const column of table.columns) {
    const value = row[column];
    if (typeof value === "string" && value.includes("\0")) {
      throw new CopyRefused(
        `${table.name}, ${describeKey(table, row)}: ${column} contains the character U+0000, which PostgreSQL cannot keep.`,
      );
    }
  }
}

function describeKey(table: CopiedTable, row: CopiedRow): string {
  const text = table.key.map((column) => `${column} ${String(row[column])}`).join(", ");
  return text.length > KEY_SHOWN_MAX ? `${text.slice(0, KEY_SHOWN_MAX)}…` : text;
}

function keyOf(table: CopiedTable, row: CopiedRow): readonly Parameter[] {
  return table.key.map((column) => row[column] ?? null);
}

function valuesOf(table: CopiedTable, row: CopiedRow): readonly Parameter[] {
  return table.columns.map((column) => row[column] ?? null);
}

function listed(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}
