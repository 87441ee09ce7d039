import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import type { JobContext, JobKind, JobOutcome, JobReport } from "../../src/jobs/job-kind.ts";
import { type NewJob, Queue } from "../../src/jobs/queue.ts";
import { JobRunner, type JobRunnerOptions } from "../../src/jobs/runner.ts";
import type { Log } from "../../src/lib/log.ts";
import { FakeTime } from "./fake-time.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runNow } from "../../src/db/work.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { writeNow } from "../support/write-now.ts";

export const Payload = Type.Object({ name: Type.String() });
export type Payload = Static<typeof Payload>;

/** A job kind for tests. By default it is done immediately, and has three attempts with a second in between. */
export function kindOf(more: Partial<JobKind<Payload>> = {}): JobKind<Payload> {
  return {
    name: "errand",
    lane: "errands",
    payload: Payload,
    attemptsMax: 3,
    retryDelayMs: () => 1_000,
    run: () => Promise.resolve({ kind: "done" }),
    ...more,
  };
}

/** A job kind whose attempts the test ends. */
export function heldKind(more: Partial<JobKind<Payload>> = {}) {
  const tries: {
    payload: Payload;
    context: JobContext;
    end: (outcome: JobOutcome) => void;
    fail: (error: Error) => void;
  }[] = [];
  const kind = kindOf({
    run: (payload, context) => {
      const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
      context.signal.addEventListener("abort", () => reject(context.signal.reason));
      tries.push({ payload, context, end: resolve, fail: reject });
      return promise;
    },
    ...more,
  });
  return { kind, tries };
}

interface Row {
  readonly state: string;
  readonly attempt: number;
  readonly run_at: number;
  readonly error: string | null;
  readonly rescues: number;
  readonly crashes: number;
}

export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

/** A service database in its own folder, with a queue and runners on fake time. */
export class JobsSetup {
  readonly time = new FakeTime();
  readonly folder = temporaryFolder();
  readonly path = join(this.folder, "needledrop.db");
  readonly db = newServiceDb(this.path);
  readonly queue = new Queue(this.time);
  readonly reports: JobReport[] = [];
  readonly lines: LogLine[] = [];
  readonly #runners: JobRunner[] = [];
  readonly #others: SqliteServiceDb[] = [];

  readonly log: Log = {
    debug: (fields, message) => void this.lines.push({ level: "debug", fields, message }),
    info: (fields, message) => void this.lines.push({ level: "info", fields, message }),
    warn: (fields, message) => void this.lines.push({ level: "warn", fields, message }),
    error: (fields, message) => void this.lines.push({ level: "error", fields, message }),
  };

  /** Opens another connection to the same database, like another process. */
  anotherConnection(): SqliteServiceDb {
    const other = SqliteServiceDb.open(this.path);
    this.#others.push(other);
    return other;
  }

  runner(kinds: readonly JobKind<unknown>[], more: Partial<JobRunnerOptions> = {}): JobRunner {
    const runner = new JobRunner({
      db: this.db,
      queue: this.queue,
      kinds,
      lanes: { errands: 8 },
      clock: this.time,
      timer: this.time,
      log: this.log,
      isOnlyRunner: true,
      onReport: (report) => void this.reports.push(report),
      ...more,
    });
    this.#runners.push(runner);
    return runner;
  }

  add(kind: JobKind<Payload>, name = "one", more: Partial<NewJob<Payload>> = {}): number {
    return writeNow(this.db, (tx) => runNow(this.queue.enqueue(tx, { kind, payload: { name }, ...more })));
  }

  row(id: number): Row {
    const row = this.db.sqlite
      .query<Row, [number]>("select state, attempt, run_at, error, rescues, crashes from jobs where id = ?")
      .get(id);
    if (row === null) throw new Error(`There is no job ${id}.`);
    return row;
  }

  /** Makes a job look as if its process had ended while it ran. */
  leaveRunning(id: number, until = this.time.now() + 60_000): void {
    this.tamper(`update jobs set state = 'running', attempt = attempt + 1, lease_owner = 'gone', lease_until = ${until}
      where id = ${id}`);
  }

  /** Runs any statement, to create states that the program itself would not. */
  tamper(sql: string): void {
    this.db.sqlite.run(sql);
  }

  async close(): Promise<void> {
    for (const runner of this.#runners) {
      const stopped = runner.stop();
      await this.time.pass(60_000);
      await stopped;
    }
    for (const other of this.#others) other.close();
    this.db.close();
  }
}
