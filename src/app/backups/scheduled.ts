import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupSettings } from "../../config/config.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, HOUR_MS } from "../../lib/clock.ts";
import { Gate } from "../../lib/gate.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import type { Log } from "../../lib/log.ts";
import { type BackedUpApart, backUpApart, sweepMediaApart, verifyApart } from "./back-up-apart.ts";
import { BACKUP_MEDIA_FOLDER } from "./backup-media.ts";
import { backupPath, claimBackupFolder, pastBackups, removeOldBackups } from "./backup-folder.ts";

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
  /** Two at the same time could remove each other's media. */
  readonly #gate = new Gate(1);
  failures = 0;

  constructor(deps: ScheduledBackupDeps) {
    this.#deps = deps;
  }

  /** Returns when the newest backup was made, or null. Never in the future. */
  newestAt(): number | null {
    const { settings, clock } = this.#deps;
    const now = clock.now();
    const [newest] = pastBackups(settings.folder, now);
    return newest === undefined ? null : Math.min(newest.at, now);
  }

  /** Throws the failure of a backup. The earlier backups are kept. */
  async runIfDue(signal: AbortSignal): Promise<void> {
    const { settings, clock } = this.#deps;
    const newest = this.newestAt();
    if (newest !== null && isFresh(newest, clock.now(), settings.everyHours * HOUR_MS)) return;
    await this.run(signal);
  }

  /** Makes a backup now. Waits for one that is in progress. Throws like `runIfDue`. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#gate.through(() => this.#run(signal));
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
    const removed = removeOldBackups(settings.folder, { written: path, keep: settings.keep });
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
