import { migrations } from "../../schema/migrations/service-postgres/list.ts";
import type { PostgresAddress } from "../lib/postgres-address.ts";
import { connectPostgres, statement } from "./postgres-client.ts";
import { withoutValues } from "./postgres-errors.ts";

const END_SECONDS = 1;
const REPORT = `select current_setting('server_version') as version,
  extract(epoch from clock_timestamp()) * 1000 as now,
  pg_database_size(current_database()) as bytes,
  to_regclass('schema_version') is not null as "isOurs",
  coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) * 1000 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()), 0) as longest`;

export interface PostgresReport {
  readonly version: string;
  /** Migrations that were applied; null for a database without tables of Needledrop. */
  readonly schema: number | null;
  readonly knownSchema: number;
  readonly sizeBytes: number;
  /** How far the clock of the server is ahead of this one, and how exactly that is known. */
  readonly aheadMs: number;
  readonly aheadWithinMs: number;
  /** How long the longest open transaction in this database has been open. */
  readonly longestTransactionMs: number;
}

interface Row {
  readonly version: string;
  readonly now: number;
  readonly bytes: number;
  readonly isOurs: number;
  readonly longest: number;
}

/** Connects once and reads what an operator asks about a database. Changes nothing. Throws PostgresFailed. */
export async function reportOf(
  address: PostgresAddress,
  ca: string | null,
  now: () => number,
): Promise<PostgresReport> {
  const client = connectPostgres(address, { connections: 1, ca });
  try {
    await statement(client, "select 1", []);
    const asked = now();
    const [row] = (await statement(client, REPORT, [])) as unknown as readonly Row[];
    const answered = now();
    if (row === undefined) throw new Error("PostgreSQL returned no row.");
    const applied =
      row.isOurs === 1
        ? ((await statement(client, "select applied from schema_version", [])) as unknown as readonly {
            readonly applied: number;
          }[])
        : [];
    return {
      version: row.version,
      schema: applied[0]?.applied ?? null,
      knownSchema: migrations.length,
      sizeBytes: row.bytes,
      aheadMs: Math.round(row.now - (asked + answered) / 2),
      aheadWithinMs: Math.ceil((answered - asked) / 2),
      longestTransactionMs: Math.round(row.longest),
    };
  } catch (error) {
    throw withoutValues(error);
  } finally {
    await client.end({ timeout: END_SECONDS });
  }
}
