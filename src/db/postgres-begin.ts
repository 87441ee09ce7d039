import { nextTurn } from "../lib/next-turn.ts";
import { systemTimer } from "../lib/timer.ts";
import type { PostgresConnection } from "./postgres-client.ts";
import { PostgresFailed, withoutValues } from "./postgres-errors.ts";
import type { PostgresPool } from "./postgres-pool.ts";

/**
 * Runs `task` in a transaction. Errors of `task` are thrown as they are, those of the driver and the server without values. Nothing is sent
 * after the connection has ended, not even a rollback: the driver would keep it, and the connection would be of no use again.
 */
export async function beginPostgres<Result>(
  pool: PostgresPool,
  mode: string,
  task: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const thrown: unknown[] = [];
  let isOver = false;
  const { client } = pool;
  const begun = client.begin(mode, async (connection) => {
    const open: PostgresConnection = {
      unsafe: (...parameters) => {
        if (isOver) throw new PostgresFailed("The connection has ended within the transaction", "CONNECTION_CLOSED");
        return connection.unsafe(...parameters);
      },
    };
    const outcome = await task(open).then(
      (of) => ({ of }),
      async (error: unknown) => {
        thrown.push(error);
        await nextTurn(systemTimer);
        return { error };
      },
    );
    // The driver commits or rolls back when this ends.
    if (isOver) return await new Promise<never>(() => undefined);
    if ("error" in outcome) throw outcome.error;
    return outcome;
  });
  try {
    return (await begun.finally(() => (isOver = true))).of;
  } catch (error) {
    const failure = thrown.includes(error) ? error : withoutValues(error);
    pool.replaceAfter(failure, client);
    throw failure;
  }
}
