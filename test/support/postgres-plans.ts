import { connectPostgres, type PostgresClient, type PostgresConnection } from "../../src/db/postgres-client.ts";
import { parsePostgresAddress } from "../../src/lib/postgres-address.ts";
import { readingOf } from "../../src/db/postgres-reading.ts";
import { runWaiting } from "../../src/db/run-waiting.ts";
import type { Writing } from "../../src/db/service-db.ts";
import type { WorkInSteps } from "../../src/db/work.ts";
import { newPostgresAddress } from "./postgres.ts";

/** What a plan for large tables avoids, too. Those of empty tables would prefer it. */
const AVOIDED = ["seqscan", "bitmapscan", "sort", "hashjoin", "mergejoin"];

const EXECUTIONS = `insert into executions (id, search_id, key_id, status, tier, query, asset_ids, callback_url, created_at, finished_at)
  select i, i, 'k', 'completed', 'text', 'calm', '[]', '', i, i from generate_series(1, 2000) as i`;

/** The plans of statements on a PostgreSQL database. Without sequential scans, a plan names an index if one fits. */
export class PostgresPlans {
  readonly #client: PostgresClient;

  private constructor(client: PostgresClient) {
    this.#client = client;
  }

  static async open(): Promise<PostgresPlans> {
    const client = connectPostgres(parsePostgresAddress(await newPostgresAddress()), { connections: 1 });
    // Then the planner knows that a search has few executions. Their keys are not needed.
    await client.unsafe("set session_replication_role = replica");
    await client.unsafe(EXECUTIONS);
    await client.unsafe("analyze executions");
    for (const one of AVOIDED) await client.unsafe(`set enable_${one} = off`);
    return new PostgresPlans(client);
  }

  /** Runs work, and returns the plan of each of its statements. */
  async of(work: (tx: Writing) => WorkInSteps<unknown>): Promise<readonly string[]> {
    const statements: (readonly [string, readonly unknown[]])[] = [];
    const connection: PostgresConnection = {
      unsafe: (text, parameters, options) => {
        statements.push([text, parameters ?? []]);
        return this.#client.unsafe(text, parameters, options);
      },
    };
    await runWaiting(
      work(
        Object.assign(readingOf(connection), {
          onCommit: () => undefined,
          noteChange: () => undefined,
        }) as unknown as Writing,
      ),
    );
    const plans: string[] = [];
    for (const [text, parameters] of statements) plans.push(await this.#explained(text, parameters));
    return plans;
  }

  /** Returns the plan of a statement. Its parameters are `?` or numbered, and any text is right for them. */
  async ofText(text: string): Promise<string> {
    let count = 0;
    const numbered = text.replaceAll("?", () => `$${(count += 1)}`);
    const parameters = new Set(numbered.match(/\$\d+/g));
    return await this.#explained(
      numbered,
      [...parameters].map(() => "1"),
    );
  }

  async #explained(text: string, parameters: readonly unknown[]): Promise<string> {
    const rows = await this.#client.unsafe(`explain (costs off) ${text}`, [...parameters] as never[]);
    return rows.map((row) => String(Object.values(row as object)[0])).join("\n");
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
