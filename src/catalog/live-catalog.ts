import type { ServiceDb } from "../db/service-db.ts";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { forbiddenSentence } from "../lib/forbidden.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { RankingIndex } from "../ranking/ranking-index.ts";
import { buildIndexApart, type IndexedData } from "./build-index-apart.ts";
import { CatalogDb } from "./catalog-db.ts";
import { catalogPath, currentGeneration, type Generation, generationDir, indexPath } from "./generation.ts";
import { loadIndex } from "./load-index.ts";
import { removedSongIds } from "./removed-songs-store.ts";
import { RetiredCatalogs } from "./retired-catalogs.ts";
import type { StoredCatalogs } from "./stored/stored-catalogs.ts";
import { changeOf, type OpenFiles, openFilesOf } from "./open-files.ts";

/** A running server detects an import by another process within this time. */
const POLL_MS = SECOND_MS;

/** Maximum wait between attempts to open a catalog. The first wait is one second, and each wait is twice the previous one. */
const RETRY_MAX_MS = MINUTE_MS;

export interface OpenCatalog {
  readonly db: CatalogDb;
  readonly index: RankingIndex;
  readonly generation: Generation;
  /** State of the files when they were opened. */
  readonly files: OpenFiles;
}

export interface LiveCatalogParts extends IndexedData {
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** The store that has copies of the catalogs; none by default. */
  readonly stored?: Pick<StoredCatalogs, "ensureDatabase" | "fetchIndex" | "removeReplaced"> | null;
  /** Checks a complete database file in another process and returns its faults. */
  readonly inspect: (path: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Why the current catalog cannot be opened, or how the live one is damaged. */
export interface CatalogFailure {
  /** Null if the pointer could not be read. */
  readonly generation: number | null;
  readonly message: string;
  /** Whether permissions are the reason: nothing is damaged. */
  readonly isForbidden: boolean;
  /** Time of the first failure, in milliseconds since the epoch. */
  readonly since: number;
}

interface Retry {
  readonly failure: CatalogFailure;
  readonly waitMs: number;
  /** Time of the last attempt, in milliseconds since the epoch. */
  readonly attemptedAt: number;
}

/**
 * The catalog that a running server searches. Follows the pointer in the service database: opens a new generation while the
 * old one stays open, then swaps them, so that no search waits for an import.
 */
export class LiveCatalog implements Service {
  readonly name = "catalog";
  readonly #parts: LiveCatalogParts;
  readonly #stopping = new AbortController();
  readonly #retired = new RetiredCatalogs();
  #open: OpenCatalog | null = null;
  #refreshing: Promise<boolean> | null = null;
  #retry: Retry | null = null;
  #damage: Retry | null = null;
  /** The generation for which replaced ones were removed. */
  #tidied: number | null = null;
  #cancelTimer = (): void => undefined;

  constructor(parts: LiveCatalogParts) {
    this.#parts = parts;
  }

  /** The live catalog, or null before the first import. Do not hold it across requests. */
  current(): OpenCatalog | null {
    return this.#open;
  }

  /** When the live index was written, in milliseconds since the epoch; null before the first import. */
  indexedAt(): number | null {
    const index = this.#open?.files.index ?? null;
    return index === null ? null : Number(index.modifiedNs / 1_000_000n);
  }

  /** Why the current generation could not be opened, or null. */
  failure(): CatalogFailure | null {
    return this.#retry?.failure ?? null;
  }

  /** How the files of the live generation are damaged, or null. */
  damage(): CatalogFailure | null {
    return this.#damage?.failure ?? null;
  }

  /** Opens the current generation, building its index if necessary, and starts polling for changes. */
  async start(): Promise<void> {
    await this.refresh();
    this.#pollLater();
  }

  /** Swaps to the current generation if it is not open yet; returns whether it did. Overlapping calls share one attempt. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /**
   * Builds the index of the live generation again, in a child process, and swaps to it. Searches use the old index meanwhile.
   * If another generation was opened in the meantime, its own index stays.
   */
  async rebuildIndex(signal: AbortSignal): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    await buildIndexApart(this.#parts, open.generation, AbortSignal.any([signal, this.#stopping.signal]));
    // Another attempt can begin before this call continues.
    while (this.#refreshing !== null) await this.#refreshing;
    if (this.#open !== open) return;
    this.#refreshing = this.#swapTo(open.generation)
      .then(() => true)
      .finally(() => {
        this.#refreshing = null;
      });
    await this.#refreshing;
  }

  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#stopping.abort(new Error("the catalog is being closed"));
    await this.#refreshing?.catch(() => false);
    this.#retired.closeAll();
    this.#open?.db.close();
    this.#open = null;
  }

  #pollLater(): void {
    if (this.#stopping.signal.aborted) return;
    this.#cancelTimer = this.#parts.timer.after(POLL_MS, () => void this.poll().finally(() => this.#pollLater()));
  }

  /**
   * Follows the pointer and checks the files of the open generation. On failure the open generation stays; retries back off,
   * and only state changes are logged. Never rejects.
   */
  async poll(): Promise<void> {
    const known = this.#retry?.failure.message;
    try {
      if (await this.#isDue()) await this.refresh();
      // A catalog that is opened meanwhile has read a newer list.
      this.#open?.db.hide(await this.#removedSongs());
    } catch (error) {
      const { log } = this.#parts;
      const message = this.#retry?.failure.message ?? messageOf(error);
      if (this.#stopping.signal.aborted || message === known) return;
      log.error({ error: message }, "the new catalog cannot be opened; the previous one stays in use");
    }
    await this.#checkFiles();
  }

  /** A failed generation waits for its retry. A different generation, for example after another import, is opened immediately. */
  async #isDue(): Promise<boolean> {
    const { clock, serviceDb } = this.#parts;
    const retry = this.#retry;
    if (retry === null || !isFresh(retry.attemptedAt, clock.now(), retry.waitMs)) return true;
    return (await serviceDb.read(currentGeneration(serviceDb)))?.number !== retry.failure.generation;
  }

  /** A generation whose files changed counts as damaged until a complete check passes and it was reopened. */
  async #checkFiles(): Promise<void> {
    const { clock, log } = this.#parts;
    const open = this.#open;
    if (open === null) return;
    const forbidden = this.#forbidden(open.generation.number);
    const found = forbidden ?? open.db.failure()?.message ?? changeOf(open.files);
    if (found === null && this.#damage === null) return;
    if (this.#damage === null) {
      const failure = { message: found ?? "", isForbidden: forbidden !== null, generation: open.generation.number };
      this.#damage = { ...retryAfter(null, failure, clock.now()), waitMs: 0 };
      const what = forbidden === null ? "is damaged" : "cannot be read for lack of permission";
      log.error({ error: found }, `the live catalog ${what}; it is checked again until it can be reopened`);
    } else if (isFresh(this.#damage.attemptedAt, clock.now(), this.#damage.waitMs)) return;
    try {
      await this.#reopen(open.generation);
      this.#damage = null;
      log.info({ generation: open.generation.number }, "the live catalog is intact again");
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#damage = retryAfter(this.#damage, this.#failureOf(error, open.generation.number), clock.now());
    }
  }

  async #reopen(generation: Generation): Promise<void> {
    const { dataDir, inspect, stored = null } = this.#parts;
    const { signal } = this.#stopping;
    await stored?.ensureDatabase(generation.number, { verifies: true, signal });
    const [complaint] = await inspect(catalogPath(generationDir(dataDir, generation.number)), signal);
    if (complaint !== undefined) throw new Error(complaint);
    await this.#swapTo(generation);
  }

  async #refresh(): Promise<boolean> {
    const { serviceDb, clock } = this.#parts;
    this.#retired.closeOld(clock.now());
    await this.#removeReplaced();
    let generation: Generation | null = null;
    try {
      generation = await serviceDb.read(currentGeneration(serviceDb));
      const isNew = generation !== null && generation.number !== this.#open?.generation.number;
      if (generation !== null && isNew) {
        await this.#swapTo(generation);
        this.#damage = null;
      }
      this.#retry = null;
      return isNew;
    } catch (error) {
      this.#retry = retryAfter(this.#retry, this.#failureOf(error, generation?.number ?? null), clock.now());
      throw error;
    }
  }

  #failureOf(error: unknown, generation: number | null): Omit<CatalogFailure, "since"> {
    const forbidden = generation === null ? null : this.#forbidden(generation);
    return { generation, message: forbidden ?? messageOf(error), isForbidden: forbidden !== null };
  }

  /** Says which file of a generation this process may not read, for operators; null if it may read them. */
  #forbidden(generation: number): string | null {
    const folder = generationDir(this.#parts.dataDir, generation);
    return forbiddenSentence(catalogPath(folder)) ?? forbiddenSentence(indexPath(folder));
  }

  async #swapTo(generation: Generation): Promise<void> {
    const { dataDir, database, clock, log, stored = null } = this.#parts;
    const { signal } = this.#stopping;
    await stored?.ensureDatabase(generation.number, { signal });
    const db = CatalogDb.open(dataDir, generation);
    let index: RankingIndex;
    try {
      index = await loadIndex(db, { dataDir, database, log, stored, signal });
      // Last, because loading takes seconds, in which songs can be taken down.
      db.hide(await this.#removedSongs());
      this.#stopping.signal.throwIfAborted();
    } catch (error) {
      db.close();
      throw error;
    }
    if (this.#open !== null) this.#retired.add(this.#open.db, clock.now());
    this.#open = { db, index, generation, files: openFilesOf(dataDir, generation) };
    log.info({ generation: generation.number, version: generation.version, songs: generation.songs }, "catalog opened");
  }

  async #removedSongs(): Promise<ReadonlySet<string>> {
    const { serviceDb } = this.#parts;
    return await serviceDb.read(removedSongIds(serviceDb));
  }

  /** When nothing reads another generation than the live one. */
  async #removeReplaced(): Promise<void> {
    const { stored = null, log } = this.#parts;
    const live = this.#open?.generation.number ?? null;
    if (live === null || this.#tidied === live || !this.#retired.isEmpty()) return;
    this.#tidied = live;
    await stored?.removeReplaced(live).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, "replaced catalogs could not be removed; the next catalog retries");
    });
  }
}

/** Schedules the next attempt: one second after the first failure of a generation, then twice the previous wait. */
function retryAfter(previous: Retry | null, failure: Omit<CatalogFailure, "since">, now: number): Retry {
  const same = previous?.failure.generation === failure.generation ? previous : null;
  const waitMs = same === null ? POLL_MS : Math.min(RETRY_MAX_MS, Math.max(POLL_MS, same.waitMs * 2));
  return { failure: { ...failure, since: same?.failure.since ?? now }, waitMs, attemptedAt: now };
}
