import type { DatabaseSettings } from "../../config/database-settings.ts";
import { type PostgresReport, reportOf } from "../../db/postgres-report.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import { parsePostgresAddress } from "../../lib/postgres-address.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** Nodes take the time from PostgreSQL. It is compared with times of the store, and certificates and signatures with the true time. */
const AHEAD_MAX_MS = 5 * SECOND_MS;
/** Transactions of Needledrop take milliseconds. An open one keeps PostgreSQL from removing old rows. */
const TRANSACTION_MAX_MS = 10 * MINUTE_MS;
const MEBIBYTE = 1024 ** 2;

/** Checks the service database on PostgreSQL: reachable, schema, clock, size, long transactions. Changes nothing. */
export async function checkPostgres({ address, ca }: DatabaseSettings, clock: Clock): Promise<readonly Check[]> {
  let report: PostgresReport;
  try {
    report = await reportOf(parsePostgresAddress(address), ca, () => clock.now());
  } catch (error) {
    const advice =
      "Check that PostgreSQL runs and accepts connections from here, the address, the password and the certificate.";
    return [fail("database", `PostgreSQL cannot be used: ${messageOf(error)}`, advice)];
  }
  const size = `${Math.ceil(report.sizeBytes / MEBIBYTE)} MiB`;
  return [
    ok("database", `PostgreSQL ${report.version}, ${size}`),
    checkSchema(report),
    checkClocks(report),
    checkTransactions(report),
  ];
}

function checkSchema({ schema, knownSchema }: PostgresReport): Check {
  if (schema === null) {
    const advice = "The first start creates them, or copy a data folder with `needledrop database copy`.";
    return warn("schema", "the database has no tables of Needledrop yet", advice);
  }
  if (schema > knownSchema) {
    const advice = "Run the newer Needledrop that wrote it, or restore a dump of this version.";
    return fail("schema", `schema ${schema}, newer than this program's ${knownSchema}`, advice);
  }
  if (schema === knownSchema) return ok("schema", `schema ${schema}`);
  const advice = "The next start of `needledrop serve` upgrades it. Dump the database first.";
  return warn("schema", `schema ${schema} of ${knownSchema}`, advice);
}

function checkClocks({ aheadMs, aheadWithinMs }: PostgresReport): Check {
  const difference = `${Math.abs(aheadMs)} ms ${aheadMs < 0 ? "behind" : "ahead of"} this one, within ${aheadWithinMs} ms`;
  if (Math.abs(aheadMs) - aheadWithinMs <= AHEAD_MAX_MS) return ok("database clock", difference);
  const advice =
    "Set both clocks by NTP. Nodes take the time from PostgreSQL, but the age of objects in the store, certificates and signatures depend on the true time.";
  return warn("database clock", difference, advice);
}

function checkTransactions({ longestTransactionMs }: PostgresReport): Check {
  const minutes = Math.floor(longestTransactionMs / MINUTE_MS);
  if (longestTransactionMs <= TRANSACTION_MAX_MS) return ok("transactions", "none is open for long");
  const shown =
    longestTransactionMs < 2 * HOUR_MS ? `${minutes} minutes` : `${Math.floor(longestTransactionMs / HOUR_MS)} hours`;
  const advice =
    "PostgreSQL keeps old rows until it ends. `select pid, application_name, query from pg_stat_activity order by xact_start` finds it, and `select pg_terminate_backend(PID)` ends it.";
  return warn("transactions", `one has been open for ${shown}`, advice);
}
