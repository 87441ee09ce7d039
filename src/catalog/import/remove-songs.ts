import type { Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { messageOf } from "../../lib/assert.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { CatalogDb } from "../catalog-db.ts";
import { currentGeneration, type Generation } from "../generation.ts";
import { addRemovedSongs, deleteRemovedSongs, removedSongIds } from "../removed-songs-store.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { deriveGeneration } from "./derive-generation.ts";
import { ImportFailure } from "./failure.ts";
import { ImportRunning, takeImportLockSoon } from "./import-lock.ts";
import type { Undo } from "./undo-import.ts";

/** `generation` is null if an import was running: the songs are hidden, and that import or the next one takes them out. */
export interface RemovedNow {
  readonly removed: readonly { readonly id: string; readonly title: string }[];
  readonly generation: Generation | null;
}

export interface Removal extends Undo {
  /** Runs in the transaction that removes the songs. */
  readonly onRemoved?: (tx: Writing, ids: readonly string[]) => Work<void>;
}

export interface Restoration extends Pick<Undo, "serviceDb"> {
  /** Runs in the transaction that restores the songs. */
  readonly onRestored?: (tx: Writing) => Work<void>;
}

/**
 * Takes songs down for good: a running server hides them within seconds, the catalog is rewritten without them, and imports
 * skip them. Throws ImportFailure for an unknown id, without removing any song, and if the catalog cannot be rewritten; then the songs
 * are hidden.
 */
export async function removeSongs(parts: Removal, ids: readonly string[]): Promise<RemovedNow> {
  const { serviceDb, clock } = parts;
  const removed = await findSongs(parts, [...new Set(ids)]);
  // First, so that the songs are hidden before the index is rewritten, and stay hidden if that fails.
  await serviceDb.write(function* (tx) {
    yield* addRemovedSongs(tx, [...new Set(ids)], clock.now());
    if (parts.onRemoved !== undefined) yield* parts.onRemoved(tx, [...new Set(ids)]);
  });
  try {
    const lock = await takeImportLockSoon(parts, {
      pid: process.pid,
      role: "songs remove",
      address: null,
      since: clock.now(),
    });
    try {
      const current = await serviceDb.read(currentGeneration(serviceDb));
      if (current === null) return { removed, generation: null };
      // The current catalog has the removed songs, so it is not kept. The former one stays for `import --undo`.
      const generation = await deriveGeneration({
        ...parts,
        current,
        from: current.number,
        replaces: current.number,
        source: "songs remove",
      });
      return { removed, generation };
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof ImportRunning) return { removed, generation: null };
    throw hidden(error);
  }
}

/** Says of a failure of the store or the disk that the songs are hidden all the same. */
function hidden(error: unknown): unknown {
  if (!(error instanceof ImportFailure) && storageFailureOf(error) === null) return error;
  const reason = messageOf(error instanceof ImportFailure ? (error.cause ?? error) : error);
  const sentence =
    "The songs are hidden, but the catalog could not be rewritten without them. Repeat the command later";
  return new ImportFailure(`${sentence}, or import, which takes them out, too: ${reason}`, { cause: error });
}

/** Lets imports bring removed songs back. Returns the songs that were not removed; if there are any, nothing is changed. */
export async function restoreSongs(
  { serviceDb, onRestored }: Restoration,
  ids: readonly string[],
): Promise<readonly string[]> {
  return await serviceDb.write(function* (tx) {
    const removed = yield* removedSongIds(tx);
    const unknown = ids.filter((id) => !removed.has(id));
    if (unknown.length > 0) return unknown;
    yield* deleteRemovedSongs(tx, ids);
    if (onRestored !== undefined) yield* onRestored(tx);
    return [];
  });
}

/** Songs that were removed before count as found, with an empty title if they are not in the catalog any more. */
async function findSongs(
  { dataDir, serviceDb, stored = null }: Undo,
  ids: readonly string[],
): Promise<RemovedNow["removed"]> {
  const generation = await serviceDb.read(currentGeneration(serviceDb));
  if (generation === null) throw new ImportFailure("There is no catalog yet, so there is no song to remove.");
  await ensureDatabase({ stored }, generation.number, null);
  const db = CatalogDb.open(dataDir, generation);
  try {
    const songs = db.songsByIds(ids);
    const before = await serviceDb.read(removedSongIds(serviceDb));
    const unknown = ids.filter((id) => !songs.has(id) && !before.has(id));
    if (unknown.length > 0) {
      throw new ImportFailure(`Not in the catalog: ${unknown.join(", ")}. No song was removed.`);
    }
    return ids.map((id) => ({ id, title: songs.get(id)?.title ?? "" }));
  } finally {
    db.close();
  }
}
