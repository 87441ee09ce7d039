import { digestInRef } from "../../../schema/media-ref.ts";
import type { MediaSource } from "../../audio/source-store.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { type Clock, DAY_MS } from "../../lib/clock.ts";
import { Gate } from "../../lib/gate.ts";
import { yieldToEventLoop } from "../../lib/yield-to-event-loop.ts";
import type { MediaStore } from "./media-store.ts";
import { RefSet } from "./ref-set.ts";
import { deleteMade, deleteSources, madeAfter, madeAmong, type MadeRow, sourcesAfter } from "./sweep-store.ts";

/**
 * Minimum age of files to remove. A repeated import can reuse the files of an interrupted one, and a new file has time to get its
 * row.
 */
const SWEEP_GRACE_MS = DAY_MS;
/** Batch sizes: files to remove under one lock, rows to read, refs to mark. Each batch takes about 10 ms. */
const REMOVE_BATCH = 200;
const ROW_BATCH = 1_000;
const MARK_BATCH = 1_000;
/** Media that are removed at the same time: each can be a request to another server, and an import waits for the lock. */
const PARALLEL_REMOVES = 16;

export interface SweepParts {
  readonly db: ServiceDb;
  /** The imported media. */
  readonly store: MediaStore;
  /** The files that were generated from them. */
  readonly generated: MediaStore;
  readonly clock: Clock;
  /** All media refs of all catalogs on the disk. */
  readonly refsInUse: () => Iterable<string>;
  /** Digests of the stem archives of songs in these catalogs, in batches. */
  readonly stemsInUse: () => AsyncIterable<readonly string[]>;
  /** Runs `work` under the import lock if the catalogs are still those of `refsInUse`. Returns false otherwise. */
  readonly runLocked: (work: () => Promise<void>) => Promise<boolean>;
  readonly signal: AbortSignal | null;
}

export interface MediaSweepResult {
  /** Number of removed files. */
  readonly files: number;
  /** False if an import ended the sweep early. The next sweep continues. */
  readonly isComplete: boolean;
}

/**
 * Removes orphans: imported media without a catalog that refers to them, sources without a catalog, and generated files without a
 * row or from such sources. Reads in batches, needs at most 32 bytes of memory per ref, and holds the lock for one batch at a time.
 */
export async function sweep(parts: SweepParts): Promise<MediaSweepResult> {
  const inUse = await mark(parts);
  const isComplete = (await deleteSourceRows(parts, inUse)) && (await deleteMadeRows(parts, inUse));
  if (!isComplete) return { files: 0, isComplete };
  const originals = (await parts.store.mayRemove())
    ? await removeFiles(parts, parts.store, inUse.refs, removeOriginals)
    : { files: 0, isComplete: true };
  if (!originals.isComplete) return originals;
  const made = new RefSet();
  await forEachMade(parts, async (rows) => {
    for (const { ref } of rows) if (ref !== null) made.add(ref);
  });
  const generated = await removeFiles(parts, parts.generated, made, removeGenerated);
  return { files: originals.files + generated.files, isComplete: generated.isComplete };
}

interface UsedMedia {
  readonly refs: RefSet;
  /** Digests of used sources. */
  readonly digests: RefSet;
  /** Whether a used source has no digest yet: any generated file could belong to it. */
  hasUndigested: boolean;
  /** Digests of sources that this sweep removed. */
  readonly removedDigests: RefSet;
}

async function mark(parts: SweepParts): Promise<UsedMedia> {
  const inUse: UsedMedia = {
    refs: new RefSet(),
    digests: new RefSet(),
    hasUndigested: false,
    removedDigests: new RefSet(),
  };
  let count = 0;
  for (const ref of parts.refsInUse()) {
    inUse.refs.add(ref);
    const digest = digestInRef(ref);
    if (digest !== null) inUse.digests.add(digest);
    if (++count % MARK_BATCH === 0) await yieldToEventLoop(parts.signal);
  }
  for await (const digests of parts.stemsInUse()) {
    for (const digest of digests) inUse.digests.add(digest);
    await yieldToEventLoop(parts.signal);
  }
  await forEachSource(parts, async (sources) => {
    for (const { ref, digest } of sources) {
      if (!inUse.refs.has(ref)) continue;
      if (digest === null) inUse.hasUndigested = true;
      else inUse.digests.add(digest);
    }
    return true;
  });
  return inUse;
}

/** Deletes sources without a catalog. A source in the store must also be missing or older than the grace period. */
async function deleteSourceRows(parts: SweepParts, inUse: UsedMedia): Promise<boolean> {
  return await forEachSource(parts, async (sources) => {
    const unused = sources.filter(({ ref }) => !inUse.refs.has(ref));
    const outdated = await filter(
      unused,
      async ({ ref }) => digestInRef(ref) === null || !(await isRecent(parts.store, parts.clock, ref)),
    );
    if (outdated.length === 0) return true;
    for (const { digest } of outdated)
      if (digest !== null && !inUse.digests.has(digest)) inUse.removedDigests.add(digest);
    return await parts.runLocked(async () => {
      const refs = outdated.map(({ ref }) => ref);
      await parts.db.write((tx) => deleteSources(tx, refs));
    });
  });
}

async function deleteMadeRows(parts: SweepParts, inUse: UsedMedia): Promise<boolean> {
  const isOutdated = ({ digest, kind }: MadeRow): boolean => {
    if (inUse.digests.has(digest)) return false;
    if (kind === "stems") return !inUse.hasUndigested;
    return inUse.removedDigests.has(digest) || !inUse.hasUndigested;
  };
  let isComplete = true;
  await forEachMade(parts, async (rows) => {
    // The source of a recent file can be newer than the marking.
    const outdated = await filter(
      rows,
      async (row) => isOutdated(row) && !(await isRecent(parts.generated, parts.clock, row.ref)),
    );
    if (outdated.length === 0 || !isComplete) return;
    isComplete = await parts.runLocked(async () => {
      await parts.db.write((tx) => deleteMade(tx, outdated));
    });
  });
  return isComplete;
}

/** Removes the files of a store that are not in use, and returns their number. */
async function removeFiles(
  parts: SweepParts,
  store: MediaStore,
  inUse: RefSet,
  removeBatch: (parts: SweepParts, refs: readonly string[]) => Promise<number>,
): Promise<MediaSweepResult> {
  let files = 0;
  for await (const objects of store.objects()) {
    const unused = objects.filter((ref) => !inUse.has(ref));
    for (let at = 0; at < unused.length; at += REMOVE_BATCH) {
      const some = await old(parts, store, unused.slice(at, at + REMOVE_BATCH));
      if (some.length === 0) continue;
      const isDone = await parts.runLocked(async () => {
        files += await removeBatch(parts, some);
      });
      if (!isDone) return { files, isComplete: false };
    }
    await yieldToEventLoop(parts.signal);
  }
  return { files, isComplete: true };
}

/** Removes files after a second check under the lock: an import can have stored them again. */
async function removeOriginals(parts: SweepParts, refs: readonly string[]): Promise<number> {
  const { db, store } = parts;
  const orphans = await old(parts, store, refs);
  await db.write((tx) => deleteSources(tx, orphans));
  await removeAll(store, orphans);
  return orphans.length;
}

/** All removals have ended when this throws, because the lock is released then. */
async function removeAll(store: MediaStore, refs: readonly string[]): Promise<void> {
  const gate = new Gate(PARALLEL_REMOVES);
  const ended = await Promise.allSettled(refs.map((ref) => gate.through(() => store.remove(ref))));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Removes files after a second check under the lock: recent files and files with a row stay. */
async function removeGenerated(parts: SweepParts, refs: readonly string[]): Promise<number> {
  const made = await parts.db.read(madeAmong(parts.db, refs));
  const orphans = (await old(parts, parts.generated, refs)).filter((ref) => !made.has(ref));
  await removeAll(parts.generated, orphans);
  return orphans.length;
}

async function old({ clock }: SweepParts, store: MediaStore, refs: readonly string[]): Promise<string[]> {
  return await filter(refs, async (ref) => !(await isRecent(store, clock, ref)));
}

/**
 * Whether the file was stored within the grace period. A time more than the grace period in the future comes from a wrong clock
 * and is ignored; otherwise the file would stay for years.
 */
async function isRecent(store: MediaStore, clock: Clock, ref: string | null): Promise<boolean> {
  const found = ref === null ? null : await store.find(ref);
  return found !== null && Math.abs(clock.now() - found.storedAt) < SWEEP_GRACE_MS;
}

/** Visits all sources until `visit` returns false. Returns whether it visited all. */
async function forEachSource(
  parts: SweepParts,
  visit: (sources: readonly MediaSource[]) => Promise<boolean>,
): Promise<boolean> {
  for (let after = ""; ;) {
    const sources = await parts.db.read(sourcesAfter(parts.db, after, ROW_BATCH));
    const last = sources.at(-1);
    if (last === undefined) return true;
    if (!(await visit(sources))) return false;
    after = last.ref;
    await yieldToEventLoop(parts.signal);
  }
}

async function forEachMade(parts: SweepParts, visit: (rows: readonly MadeRow[]) => Promise<void>): Promise<void> {
  for (let after: MadeRow | null = null; ;) {
    const rows: readonly MadeRow[] = await parts.db.read(madeAfter(parts.db, after, ROW_BATCH));
    after = rows.at(-1) ?? null;
    if (after === null) return;
    await visit(rows);
    await yieldToEventLoop(parts.signal);
  }
}

async function filter<Item>(items: readonly Item[], isMatch: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const matches = await Promise.all(items.map(isMatch));
  return items.filter((_, at) => matches[at]);
}
