import type { Reading } from "../db/service-db.ts";
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
  readonly log: Log;
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
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(parts: LiveCatalogParts) {
    this.#parts = parts;
  }

  /** What is searched now; null before the first import. Hold it for one request at most. */
  current(): OpenCatalog | null {
    return this.#open;
  }

  /** Opens what is current, building its index if need be, and follows it from then on. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.#poll(), POLL_MS);
  }

  /** Swaps to the pointer's generation if it is another one; true if it did. Calls that overlap share one try. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort(new Error("the catalog is being closed"));
    await this.#refreshing?.catch(() => false);
    for (const retired of this.#retired.splice(0)) retired.db.close();
    this.#open?.db.close();
    this.#open = null;
  }

  /** A try that fails leaves the open generation in place and is made again at the next poll. */
  async #poll(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#parts.log.error({ error: messageOf(error) }, "the new catalog cannot be opened; the former one is kept");
    }
  }

  async #refresh(): Promise<boolean> {
    const { dataDir, reading, clock, log } = this.#parts;
    this.#closeRetired(clock.now());
    const generation = currentGeneration(reading);
    if (generation === null || generation.number === this.#open?.generation.number) return false;

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
    return true;
  }

  #closeRetired(now: number): void {
    for (let at = this.#retired.length - 1; at >= 0; at--) {
      const retired = this.#retired[at];
      if (retired === undefined || retired.closeAt > now) continue;
      retired.db.close();
      this.#retired.splice(at, 1);
    }
  }
}
