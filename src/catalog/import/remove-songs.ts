import type { Writing } from "../../db/service-db.ts";
import { CatalogDb } from "../catalog-db.ts";
import { currentGeneration, type Generation } from "../generation.ts";
import { addRemovedSongs, deleteRemovedSongs, removedSongIds } from "../removed-songs-store.ts";
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
  readonly onRemoved?: (tx: Writing, ids: readonly string[]) => void;
}

/**
 * Takes songs down for good: a running server hides them within seconds, the catalog is rewritten without them, and imports
 * skip them. Throws ImportFailure for an unknown id, without removing any song.
 */
export async function removeSongs(parts: Removal, ids: readonly string[]): Promise<RemovedNow> {
  const { dataDir, serviceDb, clock } = parts;
  const removed = await findSongs(parts, [...new Set(ids)]);
  // First, so that the songs are hidden before the index is rewritten, and stay hidden if that fails.
  serviceDb.transaction((tx) => {
    addRemovedSongs(tx, [...new Set(ids)], clock.now());
    parts.onRemoved?.(tx, [...new Set(ids)]);
  });
  try {
    const lock = await takeImportLockSoon(dataDir, {
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
      lock.release();
    }
  } catch (error) {
    if (error instanceof ImportRunning) return { removed, generation: null };
    throw error;
  }
}

/** Lets imports bring removed songs back. Throws ImportFailure for a song that was not removed, without changing anything. */
export function restoreSongs({ serviceDb }: Pick<Undo, "serviceDb">, ids: readonly string[]): void {
  const removed = removedSongIds(serviceDb);
  const unknown = ids.filter((id) => !removed.has(id));
  if (unknown.length > 0) {
    throw new ImportFailure(
      `Not removed: ${unknown.join(", ")}. \`needledrop songs removed\` lists the removed songs.`,
    );
  }
  serviceDb.transaction((tx) => deleteRemovedSongs(tx, ids));
}

/** Songs that were removed before count as found, with an empty title if they are not in the catalog any more. */
async function findSongs({ dataDir, serviceDb }: Undo, ids: readonly string[]): Promise<RemovedNow["removed"]> {
  const generation = await serviceDb.read(currentGeneration(serviceDb));
  if (generation === null) throw new ImportFailure("There is no catalog yet, so there is no song to remove.");
  const db = CatalogDb.open(dataDir, generation);
  try {
    const songs = db.songsByIds(ids);
    const before = removedSongIds(serviceDb);
    const unknown = ids.filter((id) => !songs.has(id) && !before.has(id));
    if (unknown.length > 0) {
      throw new ImportFailure(`Not in the catalog: ${unknown.join(", ")}. No song was removed.`);
    }
    return ids.map((id) => ({ id, title: songs.get(id)?.title ?? "" }));
  } finally {
    db.close();
  }
}
