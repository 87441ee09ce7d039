import { dirname } from "node:path";
import { open, rm } from "node:fs/promises";
import { formatMediaRef, type StoredRef, storeFileName } from "../../../schema/media-ref.ts";
import { assert } from "../../lib/assert.ts";
import { BackupRefused } from "../../db/restore.ts";
import { systemClock } from "../../lib/clock.ts";
import { copyDigesting } from "../../media/store/copy-digesting.ts";
import { SourceUnreadable } from "../../media/store/failures.ts";
import { MediaStore } from "../../media/store/media-store.ts";
import { BackupMedia } from "./backup-media.ts";
import { sizeProblem } from "./check-backup-media.ts";
import { type FileCount, FileCounter, sizeOfFile } from "./file-count.ts";
import { FileList } from "./file-list.ts";
import { type ListedMedium, mediaListedIn } from "./media-list.ts";

const WITHOUT = "or restore without media: --no-media.";

export interface MediaRestore {
  readonly backup: string;
  readonly dataDir: string;
}

/** Returns the media that the data folder lacks. Writes nothing. Throws BackupRefused if some of them are not next to the backup. */
export async function mediaToRestore({ backup, dataDir }: MediaRestore): Promise<FileCount> {
  const [store, media] = [new MediaStore(dataDir, "import"), new BackupMedia(dirname(backup), systemClock)];
  const [lacking, bad] = [new FileCounter(), new FileList()];
  for await (const medium of mediaListedIn(backup)) {
    if (isInStore(medium, store)) continue;
    lacking.add(medium.size);
    const problem = sizeProblem(medium, media);
    if (problem !== null) bad.add(storeFileName(medium.ref), problem);
  }
  if (bad.files === 0) return lacking.count;
  throw new BackupRefused(
    `Media of this backup are missing or damaged in ${media.folder}, ${bad.files} of ${lacking.count.files}: ${bad.first.join(", ")}${bad.files > bad.first.length ? ", …" : ""}. Complete that folder, ${WITHOUT}`,
  );
}

/** Copies the media that the data folder lacks into it. The caller holds the import lock. Throws BackupRefused, StoreUnwritable. */
export async function restoreMedia(
  { backup, dataDir }: MediaRestore,
  onDone: (bytes: number) => void,
): Promise<FileCount> {
  const [store, media] = [new MediaStore(dataDir, "import"), new BackupMedia(dirname(backup), systemClock)];
  const copied = new FileCounter();
  await store.sweepTemporary();
  for await (const medium of mediaListedIn(backup)) {
    if (isInStore(medium, store)) continue;
    let read = copied.count.bytes;
    await copyBack(medium.ref, { path: media.pathOf(medium.ref), store, onBytes: (count) => onDone((read += count)) });
    copied.add(medium.size);
  }
  return copied.count;
}

function isInStore({ ref, size }: ListedMedium, store: MediaStore): boolean {
  const path = store.pathOf(formatMediaRef(ref));
  return path !== null && sizeOfFile(path) === size;
}

interface CopyingBack {
  readonly path: string;
  readonly store: MediaStore;
  readonly onBytes: (count: number) => void;
}

async function copyBack(ref: StoredRef, { path, store, onBytes }: CopyingBack): Promise<void> {
  const temporary = store.temporaryPath(ref.extension);
  try {
    const digest = await copyTo(temporary, path, onBytes);
    if (digest !== ref.digest) throw new SourceUnreadable("its content differs");
    const adopted = await store.adopt(temporary, ref.extension);
    assert(adopted.ref === formatMediaRef(ref), "a medium keeps its digest while it is copied");
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error;
    throw new BackupRefused(`${path} is damaged: ${error.message}. Replace it with another copy, ${WITHOUT}`, {
      cause: error,
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Copies the file at `from`, and returns its digest. */
async function copyTo(to: string, from: string, onBytes: (count: number) => void): Promise<string> {
  const source = await open(from, "r");
  try {
    const target = await open(to, "wx", 0o600);
    try {
      return (await copyDigesting(source, target, null, onBytes)).digest;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
