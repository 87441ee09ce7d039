import type { Query, Violated } from "../row-violations.ts";
import type { CrashPostgres } from "./crash-postgres.ts";

/** Of jobs/rescuer.ts: the reasons for which a job is run again that has begun. */
const ENDED = "The process ended during this attempt.";
const UNRECORDED = "The outcome of this attempt could not be recorded.";

/** Records each run of a job where it cannot be lost: in the transaction that begins or ends it. */
const RECORDING = `
CREATE TABLE job_runs (
  id bigserial PRIMARY KEY, job bigint NOT NULL, kind text NOT NULL, payload text NOT NULL, "from" text NOT NULL, "to" text NOT NULL,
  owner text, reason text, early boolean NOT NULL
);
CREATE FUNCTION record_job_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO job_runs (job, kind, payload, "from", "to", owner, reason, early) VALUES (
    NEW.id, NEW.kind, NEW.payload, OLD.state, NEW.state, coalesce(NEW.lease_owner, OLD.lease_owner), NEW.error,
    coalesce(NEW.error = '${ENDED}' AND OLD.state = 'running', false) AND coalesce(OLD.lease_until, 0) > extract(epoch from clock_timestamp()) * 1000 + 1000
  );
  RETURN NEW;
END $$;
CREATE TRIGGER record_job_run AFTER UPDATE ON jobs FOR EACH ROW
WHEN (OLD.state <> NEW.state OR (NEW.state = 'running' AND OLD.lease_owner IS DISTINCT FROM NEW.lease_owner))
EXECUTE FUNCTION record_job_run();`;

export interface SearchRuns {
  /** Runs of searches; those that only found that an asset is not ready are not counted. */
  readonly runs: number;
  readonly executions: number;
  /** Runs that another one repeated, because the node was killed. */
  readonly repeatedAfterKill: number;
  /** Runs that another one repeated, because PostgreSQL was away when they ended. */
  readonly repeatedUnrecorded: number;
}

/** Records the runs of jobs from now on. */
export function recordJobRuns(postgres: CrashPostgres): void {
  postgres.query(RECORDING);
}

export function countSearchRuns(query: Query): SearchRuns {
  const count = (condition: string): number =>
    Number(query(`SELECT count(*) FROM job_runs WHERE kind = 'search' AND ${condition}`)[0]?.[0]);
  const returned = (reason: string): string => `"from" = 'running' AND "to" = 'ready' AND reason = '${reason}'`;
  const ended = count(`"from" = 'running' AND "to" IN ('done', 'failed')`);
  const repeatedAfterKill = count(returned(ENDED));
  const repeatedUnrecorded = count(returned(UNRECORDED));
  return {
    runs: ended + repeatedAfterKill + repeatedUnrecorded,
    executions: ended,
    repeatedAfterKill,
    repeatedUnrecorded,
  };
}

/** A job may run again only if its run has ended without a record: never beside another run, and never after its end. */
export function jobRunViolations(query: Query): readonly Violated[] {
  const jobs = (condition: string): readonly string[] =>
    query(`SELECT job, kind, owner, reason FROM job_runs WHERE ${condition}`).map((row) => row.join(" "));
  return [
    {
      what: "jobs that a node took while another one ran them",
      which: jobs(`"from" = 'running' AND "to" = 'running'`),
    },
    { what: "jobs that ran after their end", which: jobs(`"from" IN ('done', 'cancelled') AND "to" = 'running'`) },
    { what: "jobs that were rescued before their lease had expired", which: jobs("early") },
    {
      what: "searches that ended more than once",
      which: query(
        `SELECT payload, count(*) FROM job_runs WHERE kind = 'search' AND "from" = 'running' AND "to" IN ('done', 'failed')
         GROUP BY payload HAVING count(*) > 1`,
      ).map((row) => row.join(" ")),
    },
  ];
}
