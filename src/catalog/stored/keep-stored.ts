import { statSync } from "node:fs";
import { join } from "node:path";
import type { ServiceDb } from "../../db/service-db.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import { isFresh } from "../../lib/is-fresh.ts";
import type { Log } from "../../lib/log.ts";
import { ObjectMissing } from "../../objects/object-store.ts";
import type { WatchedStore } from "../../objects/owned-objects.ts";
import type { Duty } from "../../jobs/scheduler.ts";
import { INDEX_FORMAT } from "../../ranking/packed-format.ts";
import { catalogPath, currentGeneration, generationDir } from "../generation.ts";
import { lockUnlessImporting } from "../import/import-lock.ts";
import { keptGenerations } from "./kept-generations.ts";
import { generationsOnDisk } from "../import/staging/staging-folder.ts";
import type { LiveCatalog } from "../live-catalog.ts";
import {
  type CatalogFile,
  type CatalogObject,
  forgetGeneration,
  forgetObject,
  recordObjects,
  storedObjects,
} from "./objects-store.ts";
import { catalogKey, CatalogNotFetched, schemaOf, type StoredCatalogs } from "./stored-catalogs.ts";

const EVERY_MS = MINUTE_MS;
const FIRST_AFTER_MS = 10 * SECOND_MS;
/** Objects that are recorded are looked for this often. */
const LOOK_EVERY_MS = HOUR_MS;
/** While media are measured, the index is built again every half hour, and each has hundreds of megabytes for a million songs. */
const INDEX_EVERY_MS = 6 * HOUR_MS;

export interface KeepParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalog: Pick<LiveCatalog, "current" | "damage">;
  readonly objects: WatchedStore;
  readonly stored: StoredCatalogs;
}

/** A file of a generation in the data folder. */
interface LocalFile {
  readonly generation: number;
  readonly file: CatalogFile;
  /** Inode, size and modification time. */
  readonly stamp: string;
}

/**
 * Sends files of catalogs that the store does not have: those from before the store was set, indexes that were built again, upgraded
 * databases, and what the store has lost. Downloads the former catalog if the data folder has lost it.
 */
export class KeepStored {
  readonly #parts: KeepParts;
  /** What was sent and could not be recorded yet, because an import ran. */
  readonly #sent = new Map<string, CatalogObject>();
  /** Generations of which the store has lost a file. */
  readonly #lost = new Set<number>();
  #lookedAt = -Infinity;
  #indexSentAt = -Infinity;
  #missing = 0;

  constructor(parts: KeepParts) {
    this.#parts = parts;
  }

  /** Number of files of catalogs that are not in the store yet. */
  missing(): number {
    return this.#missing;
  }

  duty(): Duty {
    const run = (signal: AbortSignal): Promise<void> => this.run(signal);
    return {
      name: "send catalogs to the store",
      everyMs: EVERY_MS,
      firstAfterMs: FIRST_AFTER_MS,
      runsOn: "each node",
      run,
    };
  }

  async run(signal: AbortSignal): Promise<void> {
    const { objects, clock, log } = this.#parts;
    if (objects.outage() === null && !isFresh(this.#lookedAt, clock.now(), LOOK_EVERY_MS)) {
      await this.#look(signal);
      this.#lookedAt = clock.now();
    }
    const missing = await this.#missingFiles();
    this.#missing = missing.length;
    if (objects.outage() !== null) return;
    for (const local of missing) {
      signal.throwIfAborted();
      const object = await this.#send(local, signal);
      if (!(await this.#record(local, object, signal))) return;
      if (local.file === "index.bin") this.#indexSentAt = clock.now();
      const { generation, file, byteSize } = object;
      log.info({ generation, file, bytes: byteSize }, "a catalog was sent to the store");
      this.#missing -= 1;
    }
    this.#sent.clear();
    // Last, because a disk without room for it must not keep the current catalog out of the store.
    await this.#fetchFormer(signal);
  }

  /** Forgets objects that the store does not have any more, so that they are sent again. */
  async #look(signal: AbortSignal): Promise<void> {
    const { serviceDb, objects, log } = this.#parts;
    for (const object of await serviceDb.read(storedObjects(serviceDb))) {
      const { generation, file, digest, byteSize } = object;
      const found = await objects.store.find(catalogKey(digest), signal);
      if (found?.byteSize === byteSize) continue;
      log.error({ generation, file, key: catalogKey(digest) }, "the store has lost a catalog");
      await serviceDb.write((tx) => forgetObject(tx, generation, file));
      this.#lost.add(generation);
    }
  }

  async #missingFiles(): Promise<readonly LocalFile[]> {
    const { dataDir, serviceDb, catalog, clock } = this.#parts;
    // A damaged file must not become the copy.
    if (catalog.damage() !== null) return [];
    const current = await serviceDb.read(currentGeneration(serviceDb));
    if (current === null) return [];
    const rows = await serviceDb.read(storedObjects(serviceDb));
    const kept = await keptGenerations(this.#parts);
    const live = catalog.current()?.generation.number;
    const sendsIndex = !isFresh(this.#indexSentAt, clock.now(), INDEX_EVERY_MS);
    return (await generationsOnDisk(dataDir))
      .filter((number) => number <= current.number && (kept.includes(number) || this.#lost.has(number)))
      .flatMap((number): { readonly generation: number; readonly file: CatalogFile }[] => [
        { generation: number, file: "catalog.db" },
        // A former generation needs none: `import --undo` builds it. The live one has the format of this program.
        ...(number === live && sendsIndex ? [{ generation: number, file: "index.bin" } as const] : []),
      ])
      .filter(({ generation, file }) => {
        const row = rows.find((one) => one.generation === generation && one.file === file);
        return row === undefined || this.#isUpgraded(row);
      })
      .flatMap((local) => {
        const stamp = this.#stampOf(local);
        return stamp === null ? [] : [{ ...local, stamp }];
      });
  }

  /** Whether this or another program has upgraded the file since it was sent. */
  #isUpgraded({ generation, file, format }: CatalogObject): boolean {
    const folder = generationDir(this.#parts.dataDir, generation);
    return (file === "catalog.db" ? (schemaOf(catalogPath(folder)) ?? 0) : INDEX_FORMAT) > format;
  }

  /** Downloads the former catalog if the data folder has lost it: `import --undo` and the sweep of media need it. */
  async #fetchFormer(signal: AbortSignal): Promise<void> {
    const { serviceDb, stored, log } = this.#parts;
    const current = await serviceDb.read(currentGeneration(serviceDb));
    for (const { generation, file } of await serviceDb.read(storedObjects(serviceDb))) {
      if (file !== "catalog.db" || generation >= (current?.number ?? 0)) continue;
      try {
        await stored.ensureDatabase(generation, { signal });
      } catch (error) {
        if (!(error instanceof CatalogNotFetched && error.cause instanceof ObjectMissing)) throw error;
        log.error(
          { generation, reason: messageOf(error.cause) },
          "the former catalog is lost; an import cannot be undone",
        );
        // Only this one: an import can have switched meanwhile.
        await serviceDb.write((tx) => forgetGeneration(tx, generation));
      }
    }
  }

  async #send({ generation, file, stamp }: LocalFile, signal: AbortSignal): Promise<CatalogObject> {
    const known = `${generation} ${file} ${stamp}`;
    const sent = this.#sent.get(known);
    if (sent !== undefined) return sent;
    const folder = generationDir(this.#parts.dataDir, generation);
    const object = await this.#parts.stored.sendFile(folder, generation, { file, signal });
    this.#sent.set(known, object);
    return object;
  }

  /**
   * Records an object, under the import lock: a sweep removes objects without a row, and an import removes generations. Returns false
   * while an import runs.
   */
  async #record(local: LocalFile, object: CatalogObject, signal: AbortSignal): Promise<boolean> {
    const { serviceDb, stored } = this.#parts;
    const lock = await lockUnlessImporting(this.#parts);
    if (lock === null) return false;
    try {
      await stored.requireStored(object, signal);
      const stampOf = (): string | null => this.#stampOf(local);
      return await serviceDb.write(function* (tx) {
        // Replaced meanwhile: the next run sends the new file. `reindex` replaces an index before it removes the row, without the lock.
        if (stampOf() !== local.stamp) return false;
        yield* recordObjects(tx, [object]);
        return true;
      });
    } catch (error) {
      this.#sent.clear();
      throw error;
    } finally {
      await lock.release();
    }
  }

  #stampOf({ generation, file }: Pick<LocalFile, "generation" | "file">): string | null {
    const path = join(generationDir(this.#parts.dataDir, generation), file);
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeNs}`;
  }
}
