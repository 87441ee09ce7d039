import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type StoredRef, storeFileName } from "../../schema/media-ref.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { type ContentDigest, copyDigesting } from "../media/store/copy-digesting.ts";
import { FolderPlace } from "../media/store/folder-place.ts";
import { keyOf, MEDIA_PREFIX, refInKey } from "../media/store/object-place.ts";
import { RefSet } from "../media/store/ref-set.ts";
import { type ObjectStore, READ_BYTES_MAX } from "../objects/object-store.ts";
import { type FileCount, FileCounter } from "./backups/file-count.ts";
import { FileList } from "./backups/file-list.ts";

const TEMPORARY_FOLDER = "tmp";

export interface MediaCopied {
  readonly copied: FileCount;
  /** Media that the destination had already. */
  readonly present: FileCount;
  /** Media whose bytes are not what their name says. They were not copied. */
  readonly damaged: { readonly files: number; readonly first: readonly string[] };
  /** Media that the destination lacks afterwards. */
  readonly missing: { readonly files: number; readonly first: readonly string[] };
}

interface Medium {
  readonly ref: StoredRef;
  readonly byteSize: number;
}

/** One direction of a copy. */
interface Way {
  media(): AsyncGenerator<Medium>;
  /** Yields what the destination has. */
  present(): AsyncGenerator<Medium>;
  /** Copies a medium. Returns false if its bytes are not what its name says. */
  copy(medium: Medium): Promise<boolean>;
}

/** Copies the media of a folder to a store of objects. Throws ObjectStoreFailed. */
export async function copyToObjects(
  folder: string,
  objects: ObjectStore,
  onProgress: OnProgress,
): Promise<MediaCopied> {
  const place = new FolderPlace(folder);
  return await copyAll(
    {
      media: () => inFolder(place),
      present: () => inObjects(objects),
      copy: async ({ ref }) => {
        const path = place.pathOf(ref);
        const content = await contentOf(path);
        if (content.digest !== ref.digest) return false;
        await objects.put(keyOf(ref), path, content, null);
        return true;
      },
    },
    onProgress,
  );
}

/** Copies the media of a store of objects to a folder. Throws ObjectStoreFailed, and StoreUnwritable. */
export async function copyToFolder(objects: ObjectStore, folder: string, onProgress: OnProgress): Promise<MediaCopied> {
  const place = new FolderPlace(folder);
  return await copyAll(
    {
      media: () => inObjects(objects),
      present: () => inFolder(place),
      copy: (medium) => download(medium, { objects, place, folder }),
    },
    onProgress,
  );
}

async function copyAll(way: Way, onProgress: OnProgress): Promise<MediaCopied> {
  const before = await namesOf(way.present());
  let total = 0;
  for await (const { byteSize } of way.media()) total += byteSize;
  const [copied, present, damaged, missing] = [new FileCounter(), new FileCounter(), new FileList(), new FileList()];
  for await (const medium of way.media()) {
    if (before.has(nameOf(medium))) present.add(medium.byteSize);
    else if (await way.copy(medium)) copied.add(medium.byteSize);
    else damaged.add(storeFileName(medium.ref), "its content differs");
    onProgress(copied.count.bytes + present.count.bytes, total);
  }
  const after = await namesOf(way.present());
  for await (const medium of way.media()) {
    if (!after.has(nameOf(medium))) missing.add(storeFileName(medium.ref), "missing");
  }
  return {
    copied: copied.count,
    present: present.count,
    damaged: { files: damaged.files, first: damaged.first },
    missing: { files: missing.files, first: missing.first },
  };
}

async function namesOf(media: AsyncGenerator<Medium>): Promise<RefSet> {
  const names = new RefSet();
  for await (const medium of media) names.add(nameOf(medium));
  return names;
}

/** A medium with another size counts as another one. */
function nameOf({ ref, byteSize }: Medium): string {
  return `${storeFileName(ref)} ${byteSize}`;
}

async function* inFolder(place: FolderPlace): AsyncGenerator<Medium> {
  for await (const refs of place.list()) {
    for (const ref of refs) {
      const found = await place.find(ref);
      if (found !== null) yield { ref, byteSize: found.byteSize };
    }
  }
}

async function* inObjects(objects: ObjectStore): AsyncGenerator<Medium> {
  for await (const page of objects.list(MEDIA_PREFIX, null)) {
    for (const { key, byteSize } of page) {
      const ref = refInKey(key);
      if (ref !== null) yield { ref, byteSize };
    }
  }
}

async function contentOf(path: string): Promise<ContentDigest> {
  const file = await open(path, "r");
  try {
    return await copyDigesting(file, null, null);
  } finally {
    await file.close();
  }
}

interface Download {
  readonly objects: ObjectStore;
  readonly place: FolderPlace;
  readonly folder: string;
}

async function download({ ref, byteSize }: Medium, { objects, place, folder }: Download): Promise<boolean> {
  const temporary = join(folder, TEMPORARY_FOLDER, `copy-${process.pid}`);
  await mkdir(join(folder, TEMPORARY_FOLDER), { recursive: true, mode: 0o700 });
  const hasher = new Bun.CryptoHasher("sha256");
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      for (let at = 0; at < byteSize; at += READ_BYTES_MAX) {
        const piece = await objects.read(keyOf(ref), at, Math.min(byteSize, at + READ_BYTES_MAX) - 1, null);
        hasher.update(piece);
        await file.appendFile(piece);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (hasher.digest("hex") !== ref.digest) return false;
    await place.publish(ref, temporary);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}
