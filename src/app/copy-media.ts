import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type StoredRef, storeFileName } from "../../schema/media-ref.ts";
import { CATALOG_PREFIX, digestInKey } from "../catalog/stored/stored-catalogs.ts";
import { namesIn } from "../lib/names-in.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { type ContentDigest, copyDigesting } from "../media/store/copy-digesting.ts";
import { FolderPlace } from "../media/store/folder-place.ts";
import { keyOf, MEDIA_PREFIX, refInKey } from "../media/store/object-place.ts";
import { RefSet } from "../media/store/ref-set.ts";
import { syncPath } from "../lib/sync-path.ts";
import { downloadObject } from "../objects/download-object.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { type FileCount, FileCounter } from "./backups/file-count.ts";
import { FileList } from "./backups/file-list.ts";

const TEMPORARY_FOLDER = "tmp";

export interface MediaCopied {
  readonly copied: FileCount;
  /** How many of all files are of catalogs. */
  readonly catalogFiles: number;
  /** Media that the destination had already. */
  readonly present: FileCount;
  /** Media whose bytes are not what their name says. They were not copied. */
  readonly damaged: { readonly files: number; readonly first: readonly string[] };
  /** Media that the destination lacks afterwards. */
  readonly missing: { readonly files: number; readonly first: readonly string[] };
}

/** A medium, or a file of a catalog. */
interface Medium {
  /** For messages. */
  readonly name: string;
  readonly key: string;
  readonly digest: string;
  readonly byteSize: number;
  /** In the folder. */
  readonly path: string;
}

/** A folder with media as the data folder has them; files of catalogs are in `catalog/` below it. */
export interface CopyFolder {
  readonly path: string;
  /** False for `media/` of a data folder, which has its catalogs elsewhere. */
  readonly hasCatalogs: boolean;
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
  folder: CopyFolder,
  objects: ObjectStore,
  onProgress: OnProgress,
): Promise<MediaCopied> {
  return await copyAll(
    {
      media: () => inFolder(folder),
      present: () => inObjects(objects, folder),
      copy: async ({ key, path, digest }) => {
        const content = await contentOf(path);
        if (content.digest !== digest) return false;
        await objects.put(key, path, content, null);
        return true;
      },
    },
    onProgress,
  );
}

/** Copies the media of a store of objects to a folder. Throws ObjectStoreFailed. */
export async function copyToFolder(
  objects: ObjectStore,
  folder: CopyFolder,
  onProgress: OnProgress,
): Promise<MediaCopied> {
  return await copyAll(
    {
      media: () => inObjects(objects, folder),
      present: () => inFolder(folder),
      copy: (medium) => download(medium, objects, folder),
    },
    onProgress,
  );
}

async function copyAll(way: Way, onProgress: OnProgress): Promise<MediaCopied> {
  const before = await namesOf(way.present());
  let total = 0;
  let catalogFiles = 0;
  for await (const { key, byteSize } of way.media()) {
    total += byteSize;
    if (key.startsWith(CATALOG_PREFIX)) catalogFiles += 1;
  }
  const [copied, present, damaged, missing] = [new FileCounter(), new FileCounter(), new FileList(), new FileList()];
  for await (const medium of way.media()) {
    if (before.has(nameOf(medium))) present.add(medium.byteSize);
    else if (await way.copy(medium)) copied.add(medium.byteSize);
    else damaged.add(medium.name, "its content differs");
    onProgress(copied.count.bytes + present.count.bytes, total);
  }
  const after = await namesOf(way.present());
  for await (const medium of way.media()) {
    if (!after.has(nameOf(medium))) missing.add(medium.name, "missing");
  }
  return {
    copied: copied.count,
    catalogFiles,
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
function nameOf({ name, byteSize }: Medium): string {
  return `${name} ${byteSize}`;
}

async function* inFolder(folder: CopyFolder): AsyncGenerator<Medium> {
  const place = new FolderPlace(folder.path);
  for await (const refs of place.list()) {
    for (const ref of refs) {
      const found = await place.find(ref);
      if (found !== null) yield mediumOf(ref, found.byteSize, folder);
    }
  }
  if (!folder.hasCatalogs) return;
  for (const name of await namesIn(join(folder.path, CATALOG_PREFIX))) {
    const file = catalogFileOf(CATALOG_PREFIX + name, 0, folder);
    const found = file === null ? null : await stat(file.path).catch(() => null);
    if (file !== null && found !== null) yield { ...file, byteSize: found.size };
  }
}

async function* inObjects(objects: ObjectStore, folder: CopyFolder): AsyncGenerator<Medium> {
  for await (const page of objects.list(MEDIA_PREFIX, null)) {
    for (const { key, byteSize } of page) {
      const ref = refInKey(key);
      if (ref !== null) yield mediumOf(ref, byteSize, folder);
    }
  }
  if (!folder.hasCatalogs) return;
  for await (const page of objects.list(CATALOG_PREFIX, null)) {
    for (const { key, byteSize } of page) {
      const file = catalogFileOf(key, byteSize, folder);
      if (file !== null) yield file;
    }
  }
}

function mediumOf(ref: StoredRef, byteSize: number, folder: CopyFolder): Medium {
  const path = new FolderPlace(folder.path).pathOf(ref);
  return { name: storeFileName(ref), key: keyOf(ref), digest: ref.digest, byteSize, path };
}

/** Null for a key that is none of a catalog. */
function catalogFileOf(key: string, byteSize: number, folder: CopyFolder): Medium | null {
  const digest = digestInKey(key);
  return digest === null ? null : { name: key, key, digest, byteSize, path: join(folder.path, key) };
}

async function contentOf(path: string): Promise<ContentDigest> {
  const file = await open(path, "r");
  try {
    return await copyDigesting(file, null, null);
  } finally {
    await file.close();
  }
}

async function download(
  { key, digest, byteSize, path }: Medium,
  objects: ObjectStore,
  folder: CopyFolder,
): Promise<boolean> {
  const temporary = join(folder.path, TEMPORARY_FOLDER, `copy-${process.pid}`);
  await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
  await rm(temporary, { force: true });
  try {
    const read = (first: number, last: number): Promise<Uint8Array> => objects.read(key, first, last, null);
    if ((await downloadObject(read, byteSize, temporary)) !== digest) return false;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temporary, path);
    await syncPath(dirname(path));
    await syncPath(folder.path);
    return true;
  } finally {
    await rm(temporary, { force: true });
  }
}
