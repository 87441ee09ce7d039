import type { Reading } from "../db/service-db.ts";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import { isFresh } from "../lib/is-fresh.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { RankingIndex } from "../ranking/ranking-index.ts";
import { CatalogDb } from "./catalog-db.ts";
import { catalogPath, currentGeneration, type Generation, generationDir } from "./generation.ts";
import { loadIndex } from "./load-index.ts";
import { changeOf, type OpenFiles, openFilesOf } from "./open-files.ts";

/** An import in another process reaches a running server within this time. */
const POLL_MS = SECOND_MS;

/** One that cannot be opened is tried again after a second, then after twice as long each time. */
const RETRY_MAX_MS = MINUTE_MS;

/** How long a generation that was replaced stays open for those who still read it. */
const GRACE_MS = MINUTE_MS;

export interface OpenCatalog {
  readonly db: CatalogDb;
  readonly index: RankingIndex;
  readonly generation: Generation;
  /** As they were when it was opened. */
  readonly files: OpenFiles;
}

export interface LiveCatalogParts {
  readonly dataDir: string;
  readonly reading: Reading;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** Reads a database file from end to end, outside of this process, and returns what is wrong with it. */
  readonly inspect: (path: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Why the catalog that is current in the service database is not the one that is searched. */
export interface CatalogFailure {
  /** Null when not even that could be read. */
  readonly generation: number | null;
  readonly message: string;
  /** When it failed first. Milliseconds since the epoch. */
  readonly since: number;
}

interface Retry {
  readonly failure: CatalogFailure;
  readonly waitMs: number;
  readonly triedAt: number;
}

/**
 * The catalog a running server searches: it follows the pointer in the service database, opens a new
 * generation beside the old one and swaps them, so that no search waits for an import.
 */
export class LiveCatalog implements Service {
  readonly name = "catalog";
  readonly #parts: LiveCatalogParts;
  readonly #stopping = new AbortController();
  readonly #retired: { readonly db: CatalogDb; retiredAt: number }[] = [];
  #open: OpenCatalog | null = null;
  #refreshing: Promise<boolean> | null = null;
  #retry: Retry | null = null;
  #damage: Retry | null = null;
  #cancelTimer = (): void => undefined;

  constructor(parts: LiveCatalogParts) {
    this.#parts = parts;
  }

  /** What is searched now; null before the first import. Hold it for one request at most. */
  current(): OpenCatalog | null {
    return this.#open;
  }

  /** What keeps the newest generation from being searched; null when nothing does. */
  failure(): CatalogFailure | null {
    return this.#retry?.failure ?? null;
  }

  /** What is wrong with the files of the generation that is searched; null when nothing is. */
  damage(): CatalogFailure | null {
    return this.#damage?.failure ?? null;
  }

  /** Opens what is current, building its index if need be, and follows it from then on. */
  async start(): Promise<void> {
    await this.refresh();
    this.#pollLater();
  }

  /** Swaps to the pointer's generation if it is another one; true if it did. Calls that overlap share one try. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#stopping.abort(new Error("the catalog is being closed"));
    await this.#refreshing?.catch(() => false);
    for (const retired of this.#retired.splice(0)) retired.db.close();
    this.#open?.db.close();
    this.#open = null;
  }

  #pollLater(): void {
    if (this.#stopping.signal.aborted) return;
    this.#cancelTimer = this.#parts.timer.after(POLL_MS, () => void this.look().finally(() => this.#pollLater()));
  }

  /**
   * Follows the pointer, and looks after the files of the open generation. A try that fails leaves the open generation in
   * place; retries back off, and only changes are logged. Never rejects.
   */
  async look(): Promise<void> {
    const known = this.#retry?.failure.message;
    try {
      if (this.#isDue()) await this.refresh();
    } catch (error) {
      const { log } = this.#parts;
      if (this.#stopping.signal.aborted || messageOf(error) === known) return;
      log.error({ error: messageOf(error) }, "the new catalog cannot be opened; the former one is kept");
    }
    await this.#lookAfterFiles();
  }

  /** A failed generation has to wait; another one, which an operator may have just imported, has not. */
  #isDue(): boolean {
    const { clock, reading } = this.#parts;
    if (this.#retry === null || !isFresh(this.#retry.triedAt, clock.now(), this.#retry.waitMs)) return true;
    return currentGeneration(reading)?.number !== this.#retry.failure.generation;
  }

  /** A generation never changes: where one did, it counts as damaged until it was read from end to end and opened anew. */
  async #lookAfterFiles(): Promise<void> {
    const { clock, log } = this.#parts;
    const open = this.#open;
    if (open === null) return;
    const found = open.db.failure()?.message ?? changeOf(open.files);
    if (found === null && this.#damage === null) return;
    if (this.#damage === null) {
      this.#damage = { ...retryAfter(null, found ?? "", open.generation.number, clock.now()), waitMs: 0 };
      log.error({ error: found }, "the catalog that is searched is damaged and cannot be relied on; it is tried again");
    } else if (isFresh(this.#damage.triedAt, clock.now(), this.#damage.waitMs)) return;
    try {
      await this.#openAnew(open.generation);
      this.#damage = null;
      log.info({ generation: open.generation.number }, "the catalog is sound again");
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#damage = retryAfter(this.#damage, messageOf(error), open.generation.number, clock.now());
    }
  }

  async #openAnew(generation: Generation): Promise<void> {
    const { dataDir, inspect } = this.#parts;
    const [complaint] = await inspect(catalogPath(generationDir(dataDir, generation.number)), this.#stopping.signal);
    if (complaint !== undefined) throw new Error(complaint);
    await this.#swapTo(generation);
  }

  async #refresh(): Promise<boolean> {
    const { reading, clock } = this.#parts;
    this.#closeRetired(clock.now());
    let generation: Generation | null = null;
    try {
      generation = currentGeneration(reading);
      const isNew = generation !== null && generation.number !== this.#open?.generation.number;
      if (generation !== null && isNew) {
        await this.#swapTo(generation);
        this.#damage = null;
      }
      this.#retry = null;
      return isNew;
    } catch (error) {
      this.#retry = retryAfter(this.#retry, messageOf(error), generation?.number ?? null, clock.now());
      throw error;
    }
  }

  async #swapTo(generation: Generation): Promise<void> {
    const { dataDir, clock, log } = this.#parts;
    const db = CatalogDb.open(dataDir, generation);
    let index: RankingIndex;
    try {
      index = await loadIndex(dataDir, db, log, this.#stopping.signal);
      this.#stopping.signal.throwIfAborted();
    } catch (error) {
      db.close();
      throw error;
    }
    if (this.#open !== null) this.#retired.push({ db: this.#open.db, retiredAt: clock.now() });
    this.#open = { db, index, generation, files: openFilesOf(dataDir, generation) };
    log.info({ generation: generation.number, version: generation.version, songs: generation.songs }, "catalog opened");
  }

  #closeRetired(now: number): void {
    const before = this.#retired.length;
    for (let at = this.#retired.length - 1; at >= 0; at--) {
      const retired = this.#retired[at];
      if (retired === undefined) continue;
      // The grace begins anew where the clock was set back.
      retired.retiredAt = Math.min(retired.retiredAt, now);
      if (isFresh(retired.retiredAt, now, GRACE_MS)) continue;
      retired.db.close();
      this.#retired.splice(at, 1);
    }
    // A former index is hundreds of megabytes, of which the collector sees one small object: it would not hurry.
    if (this.#retired.length < before) Bun.gc(true);
  }
}

/** The next try: a second after the first failure of a generation, then after twice as long each time. */
function retryAfter(former: Retry | null, message: string, generation: number | null, now: number): Retry {
  const same = former?.failure.generation === generation ? former : null;
  const waitMs = same === null ? POLL_MS : Math.min(RETRY_MAX_MS, Math.max(POLL_MS, same.waitMs * 2));
  return { failure: { generation, message, since: same?.failure.since ?? now }, waitMs, triedAt: now };
}
