import type { Feature, FeatureDeps } from "../../feature/feature.ts";
import { MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import { MetricSet } from "../../lib/metric-set.ts";
import { backupOpenApi } from "./admin-openapi.ts";
import { adminBackupRoutes } from "./admin-routes.ts";
import { RequestedBackups } from "./requested.ts";
import { ScheduledBackups } from "./scheduled.ts";

/** How often the server looks whether a backup is due, so a failed one is tried again soon. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** A start already has enough to do. */
const FIRST_LOOK_AFTER_MS = 2 * MINUTE_MS;

/** Scheduled backups, and those that administrators ask for; without settings there are none, and metrics of 0. */
export function backupFeature(
  deps: FeatureDeps,
  { dataDir, baseUrl }: { readonly dataDir: string; readonly baseUrl: () => string },
): Feature {
  const settings = deps.config.backups;
  const backups = settings === null ? null : new ScheduledBackups({ ...deps, dataDir, settings });
  const requested = backups === null ? null : new RequestedBackups(backups, deps);
  const metrics = new MetricSet();
  metrics.gauge(
    {
      name: "needledrop_backup_newest_timestamp_seconds",
      help: "Time of the newest scheduled backup, in seconds since the epoch; 0 without one.",
      labels: [],
    },
    (gauge) => gauge.set((backups?.newestAt() ?? 0) / SECOND_MS),
  );
  metrics.readCounter(
    {
      name: "needledrop_backup_failures_total",
      help: "Scheduled backups that could not be written or verified.",
      labels: [],
    },
    () => backups?.failures ?? 0,
  );
  const duty = {
    name: "scheduled backup",
    everyMs: LOOK_EVERY_MS,
    firstAfterMs: FIRST_LOOK_AFTER_MS,
    runsOn: "one node",
  } as const;
  return {
    name: "backups",
    routes: [adminBackupRoutes(deps, { baseUrl, settings, requested })],
    openapi: backupOpenApi,
    services:
      requested === null ? [] : [{ name: "requested backups", start: () => undefined, stop: () => requested.stop() }],
    duties: backups === null ? [] : [{ ...duty, run: (signal) => backups.runIfDue(signal) }],
    metrics: metrics.all,
  };
}
