import { dirname } from "node:path";
import { storeFileName } from "../../../schema/media-ref.ts";
import { BackupRefused } from "../../db/restore.ts";
import { systemClock } from "../../lib/clock.ts";
import type { OnProgress } from "../../lib/on-progress.ts";
import { BackupMedia } from "./backup-media.ts";
import { FileCounter, type FileCount } from "./file-count.ts";
import { FileList } from "./file-list.ts";
import { type ListedMedium, mediaListedIn } from "./media-list.ts";

/**
 * Compares the media that a backup names with the files next to it: by size, and by digest unless `sizesOnly`. Returns their number,
 * or null for a backup without media. Throws BackupRefused with the number and the first of those that are missing or damaged.
 */
export async function checkBackupMedia(
  backup: string,
  sizesOnly: boolean,
  onProgress?: OnProgress,
): Promise<FileCount | null> {
  const media = new BackupMedia(dirname(backup), systemClock);
  const total = await bytesListed(backup);
  if (total === null) return null;
  const [counter, bad] = [new FileCounter(), new FileList()];
  for await (const medium of mediaListedIn(backup)) {
    let read = counter.count.bytes;
    const onBytes = (count: number): void => onProgress?.((read += count), total);
    const problem = sizeProblem(medium, media) ?? (sizesOnly ? null : await media.contentProblem(medium.ref, onBytes));
    if (problem !== null) bad.add(storeFileName(medium.ref), problem);
    counter.add(medium.size);
    onProgress?.(counter.count.bytes, total);
  }
  if (bad.files === 0) return counter.count;
  throw new BackupRefused(
    `Media of this backup are missing or damaged in ${media.folder}, ${bad.files} of ${counter.count.files}: ${bad.first.join(", ")}${bad.files > bad.first.length ? ", …" : ""}. Delete the damaged files there; the next backup with media copies all of them again.`,
  );
}

/** Returns what is wrong with the size of a medium next to a backup; null if nothing is. */
export function sizeProblem({ ref, size }: ListedMedium, media: BackupMedia): string | null {
  const found = media.sizeOf(ref);
  if (found === null) return "missing";
  return found === size ? null : `${found} bytes instead of ${size}`;
}

async function bytesListed(backup: string): Promise<number | null> {
  let bytes: number | null = null;
  for await (const { size } of mediaListedIn(backup)) bytes = (bytes ?? 0) + size;
  return bytes;
}
