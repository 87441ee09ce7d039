import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupSettings } from "../../config/config.ts";
import type { Feature } from "../../feature/feature.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import type { Log } from "../../lib/log.ts";
import { MetricSet } from "../../lib/metric-set.ts";
import { type BackedUpApart, backUpApart, sweepMediaApart, verifyApart } from "./back-up-apart.ts";
import { BACKUP_MEDIA_FOLDER } from "./backup-media.ts";
import { backupPath, claimBackupFolder, removeOldBackups, scheduledBackups } from "./backup-folder.ts";

/** How often the server looks whether a backup is due, so a failed one is tried again soon. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** A start already has enough to do. */
const FIRST_LOOK_AFTER_MS = 2 * MINUTE_MS;

export interface ScheduledBackupDeps {
  readonly settings: BackupSettings;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly backUp?: typeof backUpApart;
  readonly verify?: typeof verifyApart;
  readonly sweepMedia?: typeof sweepMediaApart;
}

/** Writes a backup when the newest one is old enough, verifies it, and then removes the oldest. */
export class ScheduledBackups {
  readonly #deps: ScheduledBackupDeps;
  failures = 0;

  constructor(deps: ScheduledBackupDeps) {
    this.#deps = deps;
  }

  /** Returns when the newest backup was made, or null. */
  newestAt(): number | null {
    return scheduledBackups(this.#deps.settings.folder)[0]?.at ?? null;
  }

  /** Throws the failure of a backup. The earlier backups are kept. */
  async runIfDue(signal: AbortSignal): Promise<void> {
    const { settings, clock } = this.#deps;
    const newest = this.newestAt();
    if (newest !== null && isFresh(newest, clock.now(), settings.everyHours * HOUR_MS)) return;
    try {
      await this.#run(signal);
    } catch (error) {
      if (!signal.aborted) this.failures += 1;
      throw error;
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { settings, dataDir, clock, backUp = backUpApart, verify = verifyApart } = this.#deps;
    await claimBackupFolder(settings.folder, dataDir);
    const path = backupPath(settings.folder, clock.now());
    const written = await backUp({ path, dataDir, withMedia: settings.withMedia }, signal);
    try {
      await verify(path, dataDir, signal);
    } catch (error) {
      rmSync(path, { force: true });
      throw new Error(`The backup was removed, because it cannot be read back: ${messageOf(error)}`, { cause: error });
    }
    const removed = removeOldBackups(settings.folder, settings.keep);
    this.#logWritten(path, removed.length, written);
    await this.#sweepMedia(signal);
  }

  #logWritten(path: string, removed: number, { leftOut, media }: BackedUpApart): void {
    const fields = { path, removed, left_out: leftOut, ...(media === null ? {} : { media }) };
    const { log } = this.#deps;
    if (media === null || media.unreadable.files === 0) log.info(fields, "backup written and verified");
    else log.warn(fields, "backup written and verified, but without media that the data folder lacks; run doctor");
  }

  /** A failure is only logged: the backup is sound, and the next one sweeps again. */
  async #sweepMedia(signal: AbortSignal): Promise<void> {
    const { settings, log, sweepMedia = sweepMediaApart } = this.#deps;
    if (!existsSync(join(settings.folder, BACKUP_MEDIA_FOLDER))) return;
    try {
      const { files, bytes } = await sweepMedia(settings.folder, signal);
      if (files > 0) log.info({ files, bytes }, "media of removed backups were removed");
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ error }, "media of removed backups could not be removed");
    }
  }
}

/** The duty and the metrics of scheduled backups; without settings no duty, and metrics of 0. */
export function backupFeature(settings: BackupSettings | null, deps: Omit<ScheduledBackupDeps, "settings">): Feature {
  const backups = settings === null ? null : new ScheduledBackups({ ...deps, settings });
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
  const duty = { name: "scheduled backup", everyMs: LOOK_EVERY_MS, firstAfterMs: FIRST_LOOK_AFTER_MS };
  return {
    name: "backups",
    duties: backups === null ? [] : [{ ...duty, run: (signal) => backups.runIfDue(signal) }],
    metrics: metrics.all,
  };
}
