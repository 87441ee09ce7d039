import { MigrationRefused, type Migration } from "./migrate.ts";
import type { PostgresClient } from "./postgres-client.ts";

/** Nodes that start at the same time migrate one after the other. */
const LOCK = "needledrop migrations";

/**
 * Applies the missing migrations in one transaction. The table `schema_version` counts the applied ones. Throws MigrationRefused for a
 * newer database.
 */
export async function migratePostgres(client: PostgresClient, migrations: readonly Migration[]): Promise<void> {
  await client.begin(async (tx) => {
    // Another node can migrate for minutes, and so can one statement on a large table.
    await tx`set local lock_timeout = 0`;
    await tx`set local statement_timeout = 0`;
    await tx`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`;
    await tx`create table if not exists schema_version (id integer primary key check (id = 1), applied integer not null)`;
    const [row] = await tx<{ applied: number }[]>`select applied from schema_version`;
    const applied = row?.applied ?? 0;
    if (applied > migrations.length) throw new MigrationRefused(applied, migrations.length);
    for (const migration of migrations.slice(applied)) {
      for (const statement of migration.sql.split("--> statement-breakpoint")) await tx.unsafe(statement);
    }
    await tx`insert into schema_version (id, applied) values (1, ${migrations.length})
      on conflict (id) do update set applied = excluded.applied`;
  });
}
