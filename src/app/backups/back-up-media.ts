import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseMediaRef, type StoredRef, storeFileName } from "../../../schema/media-ref.ts";
import { mediaRefsIn } from "../../catalog/media-ref-store.ts";
import type { OnProgress } from "../../lib/on-progress.ts";
import { SourceUnreadable } from "../../media/store/failures.ts";
import type { BackupMedia } from "./backup-media.ts";
import { FileCounter, type FileCount, sizeOfFile } from "./file-count.ts";
import { FileList } from "./file-list.ts";
import { mediaLine } from "./media-list.ts";

/** The media that a backup names. */
export interface MediaBackedUp {
  readonly folder: string;
  readonly listed: FileCount;
  /** Those of them that were not in the folder before. */
  readonly copied: FileCount;
  /** Media of the catalog that are not in the backup, because the data folder has no sound file; with the first of them. */
  readonly unreadable: { readonly files: number; readonly first: readonly string[] };
}

export interface MediaBackingUp {
  /** The catalog whose media are backed up. */
  readonly catalog: string;
  /** Returns the path of a medium in the data folder. */
  readonly sourceOf: (ref: StoredRef) => string;
  readonly media: BackupMedia;
  /** The file to write the list of media to. */
  readonly list: string;
  /** Receives the bytes of the copied media. */
  readonly onProgress: OnProgress;
}

/** Copies the media of a catalog that are not in the folder yet, and writes the list of all. Throws BackupMediaUnwritable. */
export async function backUpMedia({
  catalog,
  sourceOf,
  media,
  list,
  onProgress,
}: MediaBackingUp): Promise<MediaBackedUp> {
  await media.sweepTemporary();
  const refs = storedRefsIn(catalog);
  const total = missingBytes(refs, sourceOf, media);
  const [listed, copied, unreadable] = [new FileCounter(), new FileCounter(), new FileList()];
  let read = 0;
  const onBytes = (count: number): void => onProgress(Math.min((read += count), total), total);
  async function* lines(): AsyncGenerator<string> {
    for (const ref of refs) {
      const result = await backUpOne(ref, sourceOf(ref), { media, onBytes });
      if (result.kind === "unreadable") {
        unreadable.add(storeFileName(ref), result.problem);
        continue;
      }
      listed.add(result.size);
      if (result.kind === "copied") copied.add(result.size);
      yield mediaLine({ ref, size: result.size });
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(list, { flags: "wx", mode: 0o600 }));
  return {
    folder: media.folder,
    listed: listed.count,
    copied: copied.count,
    unreadable: { files: unreadable.files, first: unreadable.first },
  };
}

/** Media in place and rendered sound are not in the store. Two songs can share a medium. */
function storedRefsIn(catalog: string): readonly StoredRef[] {
  return [...new Set(mediaRefsIn(catalog))].flatMap((text) => {
    const ref = parseMediaRef(text);
    return ref?.kind === "stored" ? [ref] : [];
  });
}

function missingBytes(refs: readonly StoredRef[], sourceOf: MediaBackingUp["sourceOf"], media: BackupMedia): number {
  let bytes = 0;
  for (const ref of refs) {
    const size = sizeOfFile(sourceOf(ref));
    if (size !== null && media.sizeOf(ref) !== size) bytes += size;
  }
  return bytes;
}

type OneBackedUp =
  | { readonly kind: "copied" | "present"; readonly size: number }
  | { readonly kind: "unreadable"; readonly problem: string };

/** Copies one medium unless it is in the folder. A copy there is also kept and named if the data folder has lost the medium. */
async function backUpOne(
  ref: StoredRef,
  source: string,
  { media, onBytes }: { readonly media: BackupMedia; readonly onBytes: (count: number) => void },
): Promise<OneBackedUp> {
  const present = media.sizeOf(ref);
  if (present !== null && sizeOfFile(source) === present && (await media.touch(ref))) {
    return { kind: "present", size: present };
  }
  try {
    return { kind: "copied", size: await media.copyIn(ref, source, onBytes) };
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error;
    const isKept = present !== null && (await media.contentProblem(ref)) === null && (await media.touch(ref));
    return isKept ? { kind: "present", size: present } : { kind: "unreadable", problem: error.message };
  }
}
