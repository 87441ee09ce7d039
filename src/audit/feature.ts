import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { messageOf } from "../lib/assert.ts";
import { removeInBatches } from "../jobs/remove-in-batches.ts";
import type { Swept } from "../jobs/scheduler.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { nextTurn } from "../lib/next-turn.ts";
import { SERVER } from "./audit-event.ts";
import { settleTrail } from "./settle-trail.ts";
import { removeOldest } from "./store.ts";

/** A crash loses at most the noted events of this time. */
const WRITE_EVERY_MS = SECOND_MS;
const PRUNE_EVERY_MS = DAY_MS;
/** A start already has enough to do. */
const FIRST_PRUNE_AFTER_MS = 5 * MINUTE_MS;
/** Lines removed in one transaction, which takes a few milliseconds. */
const PRUNE_BATCH = 1_000;
/** About two gigabytes. Above it, the oldest lines are removed before their time. */
const LINES_MAX = 5_000_000;

/** Writes noted events every second, and removes lines that are older than AUDIT_DAYS. */
export function auditFeature({ audit, config, db, clock, timer, log }: FeatureDeps): Feature {
  let isFailing = false;
  /** Writes a batch and returns whether more are waiting. A failure is logged when it begins; the events wait. */
  const write = async (): Promise<boolean> => {
    try {
      const isMore = await audit.write();
      if (!isMore) await settleTrail(db, { isPatient: false });
      isFailing = false;
      return isMore;
    } catch (error) {
      if (!isFailing)
        log.error({ error: messageOf(error) }, "the audit trail cannot be written and will be tried again");
      isFailing = true;
      return false;
    }
  };
  const writeAll = async (signal: AbortSignal): Promise<void> => {
    while ((await write()) && !signal.aborted) await nextTurn(timer);
  };
  const prune = async (signal: AbortSignal): Promise<Swept> => {
    const before = clock.now() - config.auditDays * DAY_MS;
    const remove = (limit: number): Promise<number> =>
      db.write((tx) => removeOldest(tx, { before, keepMax: LINES_MAX, limit }));
    const removed = await removeInBatches(remove, { limit: PRUNE_BATCH, timer, signal });
    if (removed > 0) await audit.record({ actor: SERVER, action: "audit.pruned", objects: { count: removed } });
    return { removed };
  };
  return {
    name: "audit",
    duties: [
      { name: "write audit trail", everyMs: WRITE_EVERY_MS, runsOn: "each node", run: writeAll },
      {
        name: "prune audit trail",
        runsOn: "one node",
        everyMs: PRUNE_EVERY_MS,
        firstAfterMs: FIRST_PRUNE_AFTER_MS,
        deletesByAge: true,
        run: prune,
      },
    ],
    services: [
      {
        name: "audit trail",
        start: () => undefined,
        stop: async () => {
          while (await write());
        },
      },
    ],
  };
}
