import type { ServiceDb } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, HOUR_MS, MINUTE_MS } from "../../lib/clock.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import type { Log } from "../../lib/log.ts";
import type { MediaMode } from "../import/media/media-importer.ts";
import { countClaims, countOverdue } from "./claims-store.ts";
import { isManyOf } from "./folder-claims.ts";
import type { FolderImport, FolderImportOutcome } from "./import-folder.ts";
import type { FolderScan } from "./scan-folder.ts";
import { putState, type WatchFolder, watchFolder, type WatchState } from "./watch-store.ts";

const RETRY_FIRST_MS = MINUTE_MS;
const RETRY_MAX_MS = HOUR_MS;

export interface FolderWatchDeps {
  readonly settleMs: number;
  readonly graceMs: number;
  readonly media: MediaMode;
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly scan: (folder: string, signal: AbortSignal) => Promise<FolderScan>;
  readonly importFolder: (request: FolderImport, signal: AbortSignal) => Promise<FolderImportOutcome>;
}

/**
 * Watches one folder by polling, which works on network mounts too. `look` scans it, and imports it when its files differ
 * from the last import and have not changed for the settling time, or when songs are absent for longer than the grace
 * period.
 */
export class FolderWatch {
  readonly folder: string;
  readonly #deps: FolderWatchDeps;
  /** The content of the folder at the last look, and since when it is the same. */
  #seen: { readonly fingerprint: string; readonly since: number } | null = null;
  #failures = 0;
  #retryAt = 0;

  constructor(folder: string, deps: FolderWatchDeps) {
    this.folder = folder;
    this.#deps = deps;
  }

  /** Returns what the last look found, also that of an earlier process; null before the first. */
  async status(): Promise<WatchFolder | null> {
    const { db } = this.#deps;
    return await db.read(watchFolder(db, this.folder));
  }

  /** Looks once. A failed import is logged and tried again later; throws only the signal's reason, or a failed database. */
  async look(signal: AbortSignal): Promise<void> {
    const { clock, graceMs, settleMs, db } = this.#deps;
    const scan = await this.#scan(signal);
    const before = await this.status();
    if (scan.kind === "unavailable") return await this.#unavailable(scan.reason);
    if (scan.files === 0) {
      if (before?.fingerprint == null) return await this.#become("waiting", "The folder has no files yet.");
      return await this.#unavailable(`${this.folder} is empty, but had files before. Is its disk mounted?`);
    }
    const now = clock.now();
    if (this.#seen === null || this.#seen.fingerprint !== scan.fingerprint || this.#seen.since > now) {
      this.#seen = { fingerprint: scan.fingerprint, since: now };
      // What failed before can be repaired.
      this.#failures = 0;
      this.#retryAt = 0;
    }
    const isImported = before?.fingerprint === scan.fingerprint;
    const overdue = await db.read(countOverdue(db, this.folder, { before: now - graceMs, now }));
    const isAnswered = before !== null && before.held > 0 && before.confirmed === null && overdue <= before.held;
    if (isImported && (overdue === 0 || isAnswered)) return await this.#settled(before);
    if (isFresh(this.#seen.since, now, settleMs)) {
      return await this.#become("waiting", "Files changed; the import starts when they no longer do.");
    }
    if (now < this.#retryAt && this.#retryAt - now <= RETRY_MAX_MS) return;
    await this.#import(scan.fingerprint, signal);
  }

  async #scan(signal: AbortSignal): Promise<FolderScan> {
    try {
      return await this.#deps.scan(this.folder, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: "unavailable", reason: messageOf(error) };
    }
  }

  async #import(fingerprint: string, signal: AbortSignal): Promise<void> {
    const { graceMs, media, log, importFolder } = this.#deps;
    const { folder } = this;
    let outcome: FolderImportOutcome;
    try {
      outcome = await importFolder({ folder, fingerprint, graceMs, media }, signal);
    } catch (error) {
      signal.throwIfAborted();
      return await this.#failed(messageOf(error));
    }
    if (outcome.kind === "imported" && outcome.unread !== null) {
      log.info({ folder, ...outcome }, "watched folder imported in part");
      const reason = /[.?!]$/.test(outcome.unread) ? outcome.unread : `${outcome.unread}.`;
      return await this.#failed(`${reason} The other files were imported; no song is retired meanwhile.`);
    }
    this.#failures = 0;
    this.#retryAt = 0;
    if (outcome.kind === "busy") return await this.#become("waiting", outcome.sentence);
    if (outcome.kind === "changed") {
      this.#seen = null;
      return await this.#become("waiting", "Files changed during the import; it starts again when they no longer do.");
    }
    log.info({ folder, ...outcome }, "watched folder imported");
    const after = await this.status();
    if (after !== null) await this.#settled(after);
  }

  async #failed(reason: string): Promise<void> {
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryAt = this.#deps.clock.now() + waitMs;
    await this.#become("failed", `${reason} It is tried again.`);
  }

  async #settled({ held }: WatchFolder): Promise<void> {
    const { db } = this.#deps;
    const songs = await db.read(countClaims(db, this.folder));
    if (held === 0) return await this.#become("current", songs === 1 ? "1 song." : `${songs} songs.`);
    const why = isManyOf(held, songs)
      ? "more than a tenth"
      : "and rejected records without a readable id can be theirs";
    await this.#become(
      "held",
      `${held} of ${songs} songs disappeared, ${why}, so none was retired. If that is right: needledrop watch confirm ${this.folder}`,
    );
  }

  async #unavailable(reason: string): Promise<void> {
    this.#seen = null;
    await this.#become("unavailable", `${reason} No song is retired meanwhile.`);
  }

  /** Records and logs a state, once. */
  async #become(state: WatchState, detail: string): Promise<void> {
    const { db, clock, log } = this.#deps;
    const before = await this.status();
    if (before?.state === state && before.detail === detail) return;
    await db.write((tx) => putState(tx, this.folder, { state, detail, since: clock.now() }));
    const fields = { folder: this.folder, state, detail };
    if (state === "current" || state === "waiting") log.info(fields, "watched folder");
    else log.warn(fields, "watched folder");
  }
}
