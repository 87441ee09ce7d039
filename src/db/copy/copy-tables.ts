import type { OnProgress } from "../../lib/on-progress.ts";
import { type CopiedTable, copiedTables } from "./copied-table.ts";
import type { CopyConnection } from "./copy-connection.ts";
import { copyCounter, CopyRefused, countRows, digestRow, insertRows, rowsOf } from "./copy-rows.ts";

export interface TableCopied {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 of all rows in the order of the key, the same in both databases. */
  readonly digest: string;
}

/**
 * Copies all tables of the service database into an empty one, reads them again, and compares both. Each connection is in one
 * transaction, which the caller commits. Throws CopyRefused.
 *
 * @param name how messages name the database that gets the rows
 */
export async function copyTables(
  from: CopyConnection,
  to: CopyConnection,
  { name, onProgress }: { readonly name: string; readonly onProgress: OnProgress },
): Promise<readonly TableCopied[]> {
  const tables = copiedTables();
  await lockTables(from, tables, "share");
  await lockTables(to, tables, "access exclusive");
  await requireEmpty(to, tables, name);
  // Each row is read twice: for the copy and for the check.
  let total = 0;
  for (const table of tables) total += 2 * (await countRows(from, table));
  let done = 0;
  const step = (rows: number): void => onProgress((done += rows), total);
  const copied: TableCopied[] = [];
  for (const table of tables) {
    const [read, found] = [await copyTable(from, to, { table, step }), await digestTable(to, { table, step })];
    if (read.rows !== found.rows || read.digest !== found.digest) {
      throw new CopyRefused(
        `${table.name} differs after the copy: ${read.rows} rows with the digest ${read.digest} were read, and ${found.rows} with ${found.digest} are in ${name}. Nothing was changed.`,
      );
    }
    copied.push(read);
  }
  return copied;
}

interface OfTable {
  readonly table: CopiedTable;
  readonly step: (rows: number) => void;
}

async function copyTable(from: CopyConnection, to: CopyConnection, { table, step }: OfTable): Promise<TableCopied> {
  const hasher = new Bun.CryptoHasher("sha256");
  let count = 0;
  for await (const rows of rowsOf(from, table)) {
    await insertRows(to, table, rows);
    for (const row of rows) digestRow(hasher, table, row);
    count += rows.length;
    step(rows.length);
  }
  await copyCounter(from, to, table);
  return { table: table.name, rows: count, digest: hasher.digest("hex") };
}

async function digestTable(connection: CopyConnection, { table, step }: OfTable): Promise<TableCopied> {
  const hasher = new Bun.CryptoHasher("sha256");
  let count = 0;
  for await (const rows of rowsOf(connection, table)) {
    for (const row of rows) digestRow(hasher, table, row);
    count += rows.length;
    step(rows.length);
  }
  return { table: table.name, rows: count, digest: hasher.digest("hex") };
}

/** A server that starts meanwhile waits for the locks, and then fails. A file has the lock of its data folder. */
async function lockTables(connection: CopyConnection, tables: readonly CopiedTable[], mode: string): Promise<void> {
  if (connection.engine === "sqlite") return;
  await connection.rows(`lock table ${tables.map(({ name }) => `"${name}"`).join(", ")} in ${mode} mode`);
}

async function requireEmpty(to: CopyConnection, tables: readonly CopiedTable[], name: string): Promise<void> {
  const counts: { name: string; rows: number }[] = [];
  for (const table of tables) counts.push({ name: table.name, rows: await countRows(to, table) });
  requireNoRows(name, counts);
}

/** Throws CopyRefused if tables of a database have rows. */
export function requireNoRows(
  database: string,
  tables: readonly { readonly name: string; readonly rows: number }[],
): void {
  const full = tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => `${name} ${rows}`);
  if (full.length === 0) return;
  throw new CopyRefused(
    `${database} is not empty. Its tables have these rows: ${full.join(", ")}. Nothing was changed.`,
  );
}
