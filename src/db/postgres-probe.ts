import { type PostgresConnection, statement } from "./postgres-client.ts";
import type { PostgresClock } from "./postgres-clock.ts";
import { PostgresFailed, withoutValues } from "./postgres-errors.ts";

const READ_ONLY = "25006";
const MODE = "select current_setting('transaction_read_only') as mode";
/** The row that is written, and its size. */
const NAME = "storage_probe";
const CHARACTERS = 10_000;
const WRITE =
  "insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value";

/** Checks whether the database answers and can be written, and reads its clock. With `needsRoom` it writes a row. Throws PostgresFailed. */
export async function probePostgres(
  connection: PostgresConnection,
  { needsRoom, clock }: { readonly needsRoom: boolean; readonly clock: PostgresClock },
): Promise<void> {
  try {
    await clock.read(connection);
    const [row] = await statement(connection, MODE, []);
    if (row?.["mode"] === "on") throw new PostgresFailed("The database is read-only", READ_ONLY);
    if (needsRoom) await statement(connection, WRITE, [NAME, crypto.randomUUID().padEnd(CHARACTERS, "x")]);
  } catch (error) {
    throw withoutValues(error);
  }
}
