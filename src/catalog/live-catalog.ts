import type { Reading } from "../db/service-db.ts";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { RankingIndex } from "../ranking/ranking-index.ts";
import { CatalogDb } from "./catalog-db.ts";
import { currentGeneration, type Generation } from "./generation.ts";
import { loadIndex } from "./load-index.ts";

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
}

export interface LiveCatalogParts {
  readonly dataDir: string;
  readonly reading: Reading;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
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
  readonly notBefore: number;
}

/**
 * The catalog a running server searches: it follows the pointer in the service database, opens a new
 * generation beside the old one and swaps them, so that no search waits for an import.
 */
export class LiveCatalog implements Service {
  readonly name = "catalog";
  readonly #parts: LiveCatalogParts;
  readonly #stopping = new AbortController();
  readonly #retired: { readonly db: CatalogDb; readonly closeAt: number }[] = [];
  #open: OpenCatalog | null = null;
  #refreshing: Promise<boolean> | null = null;
  #retry: Retry | null = null;
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
    this.#cancelTimer = this.#parts.timer.after(POLL_MS, () => void this.#poll().finally(() => this.#pollLater()));
  }

  /** A try that fails leaves the open generation in place and is made again, ever more seldom; only a change is logged. */
  async #poll(): Promise<void> {
    const known = this.#retry?.failure.message;
    try {
      if (this.#isDue()) await this.refresh();
    } catch (error) {
      const { log } = this.#parts;
      if (this.#stopping.signal.aborted || messageOf(error) === known) return;
      log.error({ error: messageOf(error) }, "the new catalog cannot be opened; the former one is kept");
    }
  }

  /** A failed generation has to wait; another one, which an operator may have just imported, has not. */
  #isDue(): boolean {
    const { clock, reading } = this.#parts;
    if (this.#retry === null || clock.now() >= this.#retry.notBefore) return true;
    return currentGeneration(reading)?.number !== this.#retry.failure.generation;
  }

  async #refresh(): Promise<boolean> {
    const { reading, clock } = this.#parts;
    this.#closeRetired(clock.now());
    let generation: Generation | null = null;
    try {
      generation = currentGeneration(reading);
      const isNew = generation !== null && generation.number !== this.#open?.generation.number;
      if (generation !== null && isNew) await this.#swapTo(generation);
      this.#retry = null;
      return isNew;
    } catch (error) {
      this.#retry = this.#retryAfter(messageOf(error), generation?.number ?? null);
      throw error;
    }
  }

  #retryAfter(message: string, generation: number | null): Retry {
    const now = this.#parts.clock.now();
    const former = this.#retry?.failure.generation === generation ? this.#retry : null;
    const waitMs = former === null ? POLL_MS : Math.min(RETRY_MAX_MS, former.waitMs * 2);
    const since = former?.failure.since ?? now;
    return { failure: { generation, message, since }, waitMs, notBefore: now + waitMs };
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
    if (this.#open !== null) this.#retired.push({ db: this.#open.db, closeAt: clock.now() + GRACE_MS });
    this.#open = { db, index, generation };
    log.info({ generation: generation.number, version: generation.version, songs: generation.songs }, "catalog opened");
  }

  #closeRetired(now: number): void {
    const before = this.#retired.length;
    for (let at = this.#retired.length - 1; at >= 0; at--) {
      const retired = this.#retired[at];
      if (retired === undefined || retired.closeAt > now) continue;
      retired.db.close();
      this.#retired.splice(at, 1);
    }
    // A former index is hundreds of megabytes, of which the collector sees one small object: it would not hurry.
    if (this.#retired.length < before) Bun.gc(true);
  }
}
