import { stat } from "node:fs/promises";
import { digestInRef } from "../../../schema/media-ref.ts";
import type { MediaSource } from "../../audio/source-store.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { type Clock, DAY_MS } from "../../lib/clock.ts";
import { turn } from "../../lib/turn.ts";
import type { MediaStore } from "./media-store.ts";
import { RefSet } from "./ref-set.ts";
import { deleteMade, deleteSources, madeAfter, madeAmong, type MadeRow, sourcesAfter } from "./sweep-store.ts";

/**
 * Unused files are deleted only after this time: a repeated import can use the copies of an interrupted one, and a new file has
 * no row yet.
 */
const SWEEP_GRACE_MS = DAY_MS;
/** Batch sizes: files removed under one lock, rows read, refs marked. Each batch takes about 10 ms. */
const REMOVED_TOGETHER = 200;
const ROWS_TOGETHER = 1_000;
const MARKED_TOGETHER = 1_000;

export interface SweepParts {
  readonly db: ServiceDb;
  readonly store: MediaStore;
  readonly clock: Clock;
  /** Every media ref of every catalog on the disk. */
  readonly refsInUse: () => Iterable<string>;
  /** The digests of stem archives of songs in these catalogs. */
  readonly stemsInUse: () => Iterable<string>;
  /** Runs `work` under the import lock and returns true, or returns false if the catalogs have changed since `refsInUse`. */
  readonly alone: (work: () => Promise<void>) => Promise<boolean>;
  readonly signal: AbortSignal | null;
}

export interface Swept {
  readonly files: number;
  /** False if an import ended it early; the next sweep continues. */
  readonly isWhole: boolean;
}

/**
 * Removes orphans: files in the store that no catalog and no row names, rows of sources that no catalog names, and files made
 * from them. It reads in batches, needs at most 32 bytes of memory per ref, and takes the lock for one batch at a time.
 */
export async function sweep(parts: SweepParts): Promise<Swept> {
  const inUse = await mark(parts);
  const isWhole = (await deleteUnusedSources(parts, inUse)) && (await deleteUnusedMade(parts, inUse));
  if (!isWhole) return { files: 0, isWhole };
  await forEachMade(parts, async (rows) => {
    for (const { ref } of rows) if (ref !== null) inUse.refs.add(ref);
  });
  return await removeFiles(parts, inUse);
}

interface InUse {
  readonly refs: RefSet;
  /** Digests of sources. */
  readonly digests: RefSet;
  /** Whether a source in use has no digest yet. Then any generated file could belong to it. */
  hasUnread: boolean;
  /** Digests of sources that this sweep removed. */
  readonly removed: RefSet;
}

async function mark(parts: SweepParts): Promise<InUse> {
  const inUse: InUse = { refs: new RefSet(), digests: new RefSet(), hasUnread: false, removed: new RefSet() };
  let count = 0;
  for (const ref of parts.refsInUse()) {
    inUse.refs.add(ref);
    const digest = digestInRef(ref);
    if (digest !== null) inUse.digests.add(digest);
    if (++count % MARKED_TOGETHER === 0) await turn(parts.signal);
  }
  for (const digest of parts.stemsInUse()) {
    inUse.digests.add(digest);
    if (++count % MARKED_TOGETHER === 0) await turn(parts.signal);
  }
  await forEachSource(parts, async (sources) => {
    for (const { ref, digest } of sources) {
      if (!inUse.refs.has(ref)) continue;
      if (digest === null) inUse.hasUnread = true;
      else inUse.digests.add(digest);
    }
    return true;
  });
  return inUse;
}

/** Deletes the rows of sources that no catalog names. A row of a store file is deleted only if the file is old or missing. */
async function deleteUnusedSources(parts: SweepParts, inUse: InUse): Promise<boolean> {
  return await forEachSource(parts, async (sources) => {
    const unused = sources.filter(({ ref }) => !inUse.refs.has(ref));
    const outdated = await filter(
      unused,
      async ({ ref }) => digestInRef(ref) === null || !(await isRecent(parts, ref)),
    );
    if (outdated.length === 0) return true;
    for (const { digest } of outdated) if (digest !== null && !inUse.digests.has(digest)) inUse.removed.add(digest);
    return await parts.alone(async () => {
      parts.db.transaction((tx) => {
        deleteSources(
          tx,
          outdated.map(({ ref }) => ref),
        );
      });
    });
  });
}

async function deleteUnusedMade(parts: SweepParts, inUse: InUse): Promise<boolean> {
  const isOutdated = ({ digest, kind }: MadeRow): boolean => {
    if (inUse.digests.has(digest)) return false;
    if (kind === "stems") return !inUse.hasUnread;
    return inUse.removed.has(digest) || !inUse.hasUnread;
  };
  let isWhole = true;
  await forEachMade(parts, async (rows) => {
    // The source of a recent file can have been added after the marking.
    const outdated = await filter(rows, async (row) => isOutdated(row) && !(await isRecent(parts, row.ref)));
    if (outdated.length === 0 || !isWhole) return;
    isWhole = await parts.alone(async () => {
      parts.db.transaction((tx) => deleteMade(tx, outdated));
    });
  });
  return isWhole;
}

async function removeFiles(parts: SweepParts, inUse: InUse): Promise<Swept> {
  let files = 0;
  for await (const objects of parts.store.objects()) {
    const unused = objects.filter((ref) => !inUse.refs.has(ref));
    for (let at = 0; at < unused.length; at += REMOVED_TOGETHER) {
      const some = await filter(unused.slice(at, at + REMOVED_TOGETHER), async (ref) => !(await isRecent(parts, ref)));
      if (some.length === 0) continue;
      const isDone = await parts.alone(async () => {
        files += await removeBatch(parts, some);
      });
      if (!isDone) return { files, isWhole: false };
    }
    await turn(parts.signal);
  }
  return { files, isWhole: true };
}

/** Removes files under the lock. It checks again for recent files and for new rows, whose files are kept. */
async function removeBatch({ db, store, clock }: SweepParts, refs: readonly string[]): Promise<number> {
  const made = madeAmong(db, refs);
  const removable = await filter(refs, async (ref) => !made.has(ref) && !(await isRecent({ store, clock }, ref)));
  db.transaction((tx) => deleteSources(tx, removable));
  for (const ref of removable) await store.remove(ref);
  return removable.length;
}

/**
 * Whether a file was changed, renamed or linked within the grace period. The time of the last modification is not enough, because
 * a linked file can be old. A time far in the future comes from a wrong clock and does not count: the file would stay for years.
 */
async function isRecent({ store, clock }: Pick<SweepParts, "store" | "clock">, ref: string | null): Promise<boolean> {
  const path = ref === null ? null : store.pathOf(ref);
  const found = path === null ? null : await stat(path).catch(() => null);
  return found !== null && Math.abs(clock.now() - found.ctimeMs) < SWEEP_GRACE_MS;
}

/** Visits all sources until `visit` returns false. Returns whether it has visited all of them. */
async function forEachSource(
  parts: SweepParts,
  visit: (sources: readonly MediaSource[]) => Promise<boolean>,
): Promise<boolean> {
  for (let after = ""; ;) {
    const sources = sourcesAfter(parts.db, after, ROWS_TOGETHER);
    const last = sources.at(-1);
    if (last === undefined) return true;
    if (!(await visit(sources))) return false;
    after = last.ref;
    await turn(parts.signal);
  }
}

async function forEachMade(parts: SweepParts, visit: (rows: readonly MadeRow[]) => Promise<void>): Promise<void> {
  for (let after: MadeRow | null = null; ;) {
    const rows: readonly MadeRow[] = madeAfter(parts.db, after, ROWS_TOGETHER);
    after = rows.at(-1) ?? null;
    if (after === null) return;
    await visit(rows);
    await turn(parts.signal);
  }
}

async function filter<Item>(items: readonly Item[], predicate: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const matches = await Promise.all(items.map(predicate));
  return items.filter((_, at) => matches[at]);
}
