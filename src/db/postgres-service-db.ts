import { AsyncLocalStorage } from "node:async_hooks";
import { migrations } from "../../schema/migrations/service-postgres/list.ts";
import { stopwatch } from "../lib/clock.ts";
import { systemTimer, type Timer } from "../lib/timer.ts";
import { parsePostgresAddress } from "../lib/postgres-address.ts";
import { beginPostgres } from "./postgres-begin.ts";
import { PostgresClock } from "./postgres-clock.ts";
import { noticeOf, PostgresChanges } from "./postgres-changes.ts";
import { connectPostgres, ormOf, type PostgresConnection } from "./postgres-client.ts";
import { PostgresHolds } from "./postgres-holds.ts";
import { PostgresBusy, PostgresFailed, TransactionsCollided, withoutValues } from "./postgres-errors.ts";
import { MigrationRefused } from "./migrate.ts";
import { migratePostgres } from "./postgres-migrate.ts";
import { probePostgres } from "./postgres-probe.ts";
import { PostgresPool } from "./postgres-pool.ts";
import { readingOf, rowsOf } from "./postgres-reading.ts";
import { PostgresSlots, type SlotLimits } from "./postgres-slots.ts";
import { runReads, runWaiting } from "./run-waiting.ts";
import type { HeldName, Orm, Reading, ServiceDb, WakeTopic, Writing } from "./service-db.ts";
import type { Parameter, SqlText, Work, WorkInSteps } from "./work.ts";

const LIMITS: SlotLimits = { slots: 16, waitingMax: 1_000, waitMs: 5_000 };
/** Attempts of a transaction that collides with others, and the first wait between two; each is up to twice as long. */
const ATTEMPTS_MAX = 6;
const FIRST_PAUSE_MS = 10;

export interface PostgresParts {
  /** PEM certificates to trust instead of the built-in list. */
  readonly ca?: string | null;
  readonly limits?: SlotLimits;
  readonly timer?: Timer;
  readonly random?: () => number;
}

interface Connected {
  readonly pool: PostgresPool;
  readonly probes: PostgresPool;
  readonly clock: PostgresClock;
  readonly changes: PostgresChanges;
  readonly holds: PostgresHolds;
}

/**
 * The service database on PostgreSQL, which several processes share. Transactions are READ COMMITTED, so what two of them must not do
 * at the same time takes a lock.
 */
export class PostgresServiceDb implements ServiceDb {
  readonly engine = "postgres";
  /** Set by each probe. */
  readonly clock: PostgresClock;
  readonly #pool: PostgresPool;
  /** One connection without a slot: a busy database must not be taken for one that does not answer. */
  readonly #probes: PostgresPool;
  readonly #orm: Orm;
  readonly #changes: PostgresChanges;
  readonly #holds: PostgresHolds;
  readonly #slots: PostgresSlots;
  readonly #timer: Timer;
  readonly #random: () => number;
  /** Set in the work of a transaction, where other connections are not to be used: they have older rows, and could wait for it. */
  readonly #inTransaction = new AsyncLocalStorage<true>();
  #isReachable = true;
  #onFailure: (error: unknown) => void = () => undefined;

  private constructor({ pool, probes, clock, changes, holds }: Connected, parts: Required<Omit<PostgresParts, "ca">>) {
    this.#pool = pool;
    this.#probes = probes;
    this.clock = clock;
    this.#orm = ormOf(pool.connection);
    this.#changes = changes;
    this.#holds = holds;
    this.#timer = parts.timer;
    this.#random = parts.random;
    this.#slots = new PostgresSlots(parts.limits, parts.timer);
  }

  /** Connects and migrates. Throws InvalidPostgresAddress, PostgresFailed, or MigrationRefused for a newer database. */
  static async open(address: string, parts: PostgresParts = {}): Promise<PostgresServiceDb> {
    const { ca = null, limits = LIMITS, timer = systemTimer, random = Math.random } = parts;
    const parsed = parsePostgresAddress(address);
    const pool = new PostgresPool(() => connectPostgres(parsed, { connections: limits.slots, ca }));
    const probes = new PostgresPool(() => connectPostgres(parsed, { connections: 1, isPermanent: true, ca }));
    const clock = new PostgresClock(stopwatch);
    const changes = new PostgresChanges(parsed, { ca, timer, node: crypto.randomUUID() });
    const holds = new PostgresHolds((onClose) =>
      connectPostgres(parsed, { connections: 1, isPermanent: true, ca, onClose }),
    );
    try {
      await migratePostgres(pool.client, migrations);
      await clock.read(pool.client);
      await changes.start();
    } catch (error) {
      await Promise.all([changes.stop(), pool.stop(0)]);
      throw error instanceof MigrationRefused ? error : withoutValues(error);
    }
    return new PostgresServiceDb({ pool, probes, clock, changes, holds }, { limits, timer, random });
  }

  get orm(): Orm {
    this.#requireOutside("a statement of the database");
    return this.#orm;
  }

  rows(text: SqlText, parameters: readonly Parameter[]): PromiseLike<readonly unknown[]> {
    this.#requireOutside("a statement of the database");
    const { connection } = this.#pool;
    // Runs each time that it is awaited, as drizzle's statements do.
    // oxlint-disable-next-line unicorn/no-thenable -- a statement is awaited
    return { then: (onRows, onError) => rowsOf(connection, text, parameters).then(onRows, onError) };
  }

  async read<Result>(work: WorkInSteps<Result>): Promise<Result> {
    this.#requireOutside("a read");
    return await this.#through(() => {
      const isEnd = this.#pool.isEndOfReads();
      return runReads(work, (error) => isEnd(error) && this.#isReachable);
    });
  }

  async readMoment<Result>(work: (reading: Reading) => Work<Result>): Promise<Result> {
    this.#requireOutside("a read");
    const readOnce = (): Promise<Result> =>
      this.#begin("isolation level repeatable read read only", (connection) => runWaiting(work(readingOf(connection))));
    return await this.#through(async () => {
      try {
        return await readOnce();
      } catch (error) {
        if (error instanceof PostgresFailed && error.isEnd && this.#isReachable) return await readOnce();
        throw error;
      }
    });
  }

  async write<Result>(work: (tx: Writing) => Work<Result>): Promise<Result> {
    this.#requireOutside("a transaction");
    this.#requireReachable();
    try {
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await this.#through(() => this.#writeOnce(work));
        if (!("collision" in outcome)) return outcome.result;
        if (attempt === ATTEMPTS_MAX) throw new TransactionsCollided(attempt, outcome.collision);
        await this.#pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + this.#random()));
      }
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
  }

  async change<Row>(text: SqlText, parameters: readonly Parameter[]): Promise<readonly Row[]> {
    this.#requireOutside("a statement of the database");
    this.#requireReachable();
    try {
      return (await this.#through(() => this.#changeOnce(text, parameters))) as readonly Row[];
    } catch (error) {
      const failed = error instanceof PostgresBusy ? error : withoutValues(error);
      this.#onFailure(failed);
      throw failed;
    }
  }

  async #changeOnce(text: SqlText, parameters: readonly Parameter[]): Promise<readonly unknown[]> {
    const { client } = this.#pool;
    try {
      return await rowsOf(client, text, parameters);
    } catch (error) {
      const failed = withoutValues(error);
      this.#pool.replaceAfter(failed, client);
      throw failed;
    }
  }

  async #writeOnce<Result>(
    work: (tx: Writing) => Work<Result>,
  ): Promise<{ readonly result: Result } | { readonly collision: string }> {
    const effects: (() => void)[] = [];
    const changed = new Set<string>();
    const notices = new Set<string>();
    let result: Result;
    try {
      result = await this.#begin("", async (connection) => {
        const tx = Object.assign(readingOf(connection), {
          onCommit: (effect: () => void) => void effects.push(effect),
          noteChange: (subject: string) => {
            changed.add(subject);
            notices.add(noticeOf("change", subject));
          },
          wake: (topic: WakeTopic, key: string) => void notices.add(noticeOf(topic, key)),
        }) as unknown as Writing;
        const worked = await runWaiting(work(tx));
        await this.#changes.send(connection, notices);
        return worked;
      });
    } catch (error) {
      if (error instanceof PostgresFailed && error.isCollision) return { collision: error.code };
      throw error;
    }
    for (const subject of changed) this.noteChange(subject);
    for (const effect of effects) effect();
    return { result };
  }

  async #begin<Result>(mode: string, task: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    return await beginPostgres(this.#pool, mode, (connection) => this.#inTransaction.run(true, () => task(connection)));
  }

  async hold(name: string): Promise<HeldName | null> {
    this.#requireOutside("a name to hold");
    this.#requireReachable();
    return await this.#holds.hold(name);
  }

  versionOf(subject: string): string {
    return this.#changes.versionOf(subject);
  }

  /** Of this process only. What other processes must know of is noted in a transaction. */
  noteChange(subject: string): void {
    this.#changes.note(subject);
  }

  onWake(topic: WakeTopic, listener: (key: string | null) => void): () => void {
    return this.#changes.onWake(topic, listener);
  }

  onFailure(listener: (error: unknown) => void): void {
    this.#onFailure = listener;
  }

  /** How many connections tasks have, and can have. */
  connections(): { readonly used: number; readonly slots: number } {
    return { used: this.#slots.used, slots: this.#slots.slots };
  }

  /** While it is false, everything but `probe` fails at once. */
  setReachable(isReachable: boolean): void {
    this.#isReachable = isReachable;
  }

  /** Ends all connections. What waits for them fails, and the next statement connects anew. */
  reconnect(): void {
    this.#pool.reconnect();
    this.#probes.reconnect();
  }

  /** See `probePostgres`. */
  async probe({ needsRoom }: { readonly needsRoom: boolean }): Promise<void> {
    this.#requireOutside("a probe");
    const { client } = this.#probes;
    try {
      await probePostgres(client, { needsRoom, clock: this.clock });
    } catch (error) {
      this.#probes.replaceAfter(error, client);
      throw error;
    }
  }

  /** PostgreSQL keeps its files itself. */
  requireInPlace(): void {}

  async close(): Promise<void> {
    await Promise.all([this.#holds.stop(), this.#changes.stop(), this.#probes.stop(0), this.#pool.stop()]);
  }

  #requireOutside(what: string): void {
    if (this.#inTransaction.getStore() === true) throw new Error(`Invariant broken: ${what} within a transaction`);
  }

  /** Runs `task` when there is a slot. Fails at once while the database does not answer, also when a wait for a slot has ended. */
  async #through<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#requireReachable();
    return await this.#slots.through(() => {
      this.#requireReachable();
      return task();
    });
  }

  #requireReachable(): void {
    if (!this.#isReachable) throw new PostgresFailed("The database does not answer", "CONNECTION_CLOSED");
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#timer.after(ms, resolve));
  }
}
