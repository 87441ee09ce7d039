import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { entriesOf, listShortlists } from "../../src/shortlists/store.ts";
import { neededOriginals } from "../../src/assets/store.ts";
import { listLines } from "../../src/audit/store.ts";
import { ORIGINS_OF_REFS } from "../../src/catalog/import/audio/song-files-store.ts";
import type { Writing } from "../../src/db/service-db.ts";
import type { SqlText, WorkInSteps } from "../../src/db/work.ts";
import { countRunning, dueSuspect, isSuspectFirst } from "../../src/jobs/claim-store.ts";
import { dueKeys, earliestRunAt, hasWaiting } from "../../src/jobs/count-store.ts";
import { deleteFinished, findUnfinished } from "../../src/jobs/store.ts";
import { MEDIA_QUERIES } from "../../src/media/store/source-store.ts";
import { SWEEP_QUERIES } from "../../src/media/store/sweep-store.ts";
import { completedBetween, endedAfter, executionInFlight, latestTerminal, listEnded } from "../../src/search/store.ts";
import { usageBy } from "../../src/usage/store.ts";
import { listDeliveries, recentAttempts, unattemptedDeliveries } from "../../src/webhooks/store.ts";
import { FACTS_QUERIES } from "../../src/audio/facts-store.ts";
import { SOURCE_DIGESTS_QUERY } from "../../src/audio/source-store.ts";
import { FAILURE_QUERIES } from "../../src/media/make/store.ts";
import { HAS_POSTGRES } from "../support/postgres.ts";
import { PostgresPlans } from "../support/postgres-plans.ts";

const LINES = { from: null, to: null, keyId: null, limit: 100 };

type Planned = (tx: Writing) => WorkInSteps<unknown>;

/** The queries on growing tables whose plans are tested on SQLite, too, and the index that PostgreSQL has to use. */
const QUERIES: readonly (readonly [string, string, Planned])[] = [
  ["executions_by_end", "ended executions", (tx) => listEnded(tx, { before: 9, after: null, limit: 10 })],
  ["executions_by_end", "executions that ended later", (tx) => endedAfter(tx, 5, 10)],
  ["executions_in_flight", "the execution in flight", (tx) => executionInFlight(tx, "s")],
  ["executions_by_search", "a completed execution", (tx) => completedBetween(tx, "s", 1, 9)],
  ["executions_by_search", "the latest execution", (tx) => latestTerminal(tx, "s", "k")],
  ["ledger_by_time", "usage", (tx) => usageBy(tx, { from: 1, to: 2, keyId: null })],
  ["deliveries_by_creation", "deliveries", (tx) => listDeliveries(tx, { limit: 10 })],
  ["deliveries_by_status", "failed deliveries", (tx) => listDeliveries(tx, { limit: 10, status: "failed" })],
  ["deliveries_by_creation", "recent attempts", (tx) => recentAttempts(tx, 10)],
  ["deliveries_by_status", "deliveries without an attempt", (tx) => unattemptedDeliveries(tx, 10)],
  ["audit_lines_by_action", "audit lines of an action", (tx) => listLines(tx, { ...LINES, action: "media.opened" })],
  ["audit_lines_by_actor", "audit lines of an actor", (tx) => listLines(tx, { ...LINES, actorName: "studio" })],
  ["assets_by_time", "originals", (tx) => neededOriginals(tx, { after: { submittedAt: 1, id: "a" }, limit: 10 })],
  ["shortlists_by_key", "shortlists", (tx) => listShortlists(tx, "k", { after: null, limit: 10 })],
  ["shortlist_entries_by_position", "entries of a shortlist", (tx) => entriesOf(tx, "s")],
  ["jobs_by_work", "waiting jobs of a lane", (tx) => hasWaiting(tx, 5, "errands")],
  ["jobs_to_claim", "the next time of a lane", (tx) => earliestRunAt(tx, "errands")],
  ["jobs_in_turn", "the next time of a client", (tx) => earliestRunAt(tx, "errands", "a")],
  ["jobs_to_claim", "due keys", (tx) => dueKeys(tx, "errands", 1, 10)],
  ["jobs_rescued", "a suspect", (tx) => dueSuspect(tx, ["errand"], 1)],
  ["jobs_rescued", "whether a suspect is first", (tx) => isSuspectFirst(tx, ["errand"], 1)],
  ["jobs_leased", "running jobs", (tx) => countRunning(tx, "errands")],
  ["jobs_unique", "an unfinished job", (tx) => findUnfinished(tx, "k")],
  ["jobs_finished", "jobs to delete", (tx) => deleteFinished(tx, "done", { before: 5, after: 9 }, 10)],
];

let plans: PostgresPlans;
beforeAll(async () => {
  if (HAS_POSTGRES) plans = await PostgresPlans.open();
});
afterAll(async () => {
  if (HAS_POSTGRES) await plans.close();
});

describe.skipIf(!HAS_POSTGRES)("on PostgreSQL", () => {
  test.each(QUERIES)("%s is read for %s", async (index, _, work) => {
    const found = await plans.of(work);
    expect(found.join("\n")).toContain(index);
    expect(found.join("\n")).not.toContain("Seq Scan");
  });

  test.each(
    Object.entries<SqlText>({
      ...MEDIA_QUERIES,
      ...SWEEP_QUERIES,
      ...FACTS_QUERIES,
      ...FAILURE_QUERIES,
      originsOfRefs: ORIGINS_OF_REFS,
      sourceDigests: SOURCE_DIGESTS_QUERY,
    }),
  )("the query %s uses an index", async (_, text) => {
    const own = typeof text === "string" ? text : text.postgres;
    const plan = await plans.ofText(own);
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toContain("Seq Scan");
  });
});
