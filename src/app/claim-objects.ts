import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { neededOriginals } from "../assets/store.ts";
import { UploadFolder } from "../assets/upload-folder.ts";
import { catalogPath, currentGeneration, generationDir } from "../catalog/generation.ts";
import { mediaRefsIn } from "../catalog/media-ref-store.ts";
import { InvalidConfig } from "../config/config.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { randomId } from "../lib/ids.ts";
import { CACHE_FOLDER } from "../media/store/media-cache.ts";
import { FolderPlace } from "../media/store/folder-place.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
import { keyOf } from "../media/store/object-place.ts";
import { ObjectMissing, type ObjectStore, ObjectStoreFailed } from "../objects/object-store.ts";
import { sha256 } from "../objects/s3-connection.ts";
import { parseMediaRef, type StoredRef } from "../../schema/media-ref.ts";
import type { Core } from "./core.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { placeOf } from "./data-place.ts";
import { addSetting, deleteSetting, putSetting, readSetting } from "./settings-store.ts";

/** The object that names the data folder to which a store belongs. */
const OWNER_KEY = "owner";
const OWNER_BYTES_MAX = 100;
const OWNER_SETTING = "store_owner";
/** Set by a restore: the server of the backup can still use the store, with the same owner. */
const UNCONFIRMED_SETTING = "store_unconfirmed";
/** Where the service database was when the store was claimed. In a copy of the data folder it is elsewhere. */
const PLACE_SETTING = "store_place";
export const UNCONFIRMED_SENTENCE =
  "this data folder was restored from a backup or copied, so nothing is removed from the store until `needledrop store claim`";
/** Media of the catalog that are looked for at the start of a server. */
const SAMPLE_MAX = 10;
/** Refs that are read for them: media in place are not in a store. */
const SAMPLE_REFS_MAX = 10_000;

/** The prefix belongs to another data folder, whose media a sweep would remove. */
export class ObjectsOfOthers extends ObjectStoreFailed {
  constructor(name: string) {
    super("failed", `${name} belongs to another data folder. Give each one its own prefix.`);
    this.name = "ObjectsOfOthers";
  }
}

/** Writes the id of this data folder to the store, unless it is there. Throws ObjectsOfOthers, ObjectStoreFailed, or the signal's reason. */
export async function claimObjects(
  objects: ObjectStore,
  dataDir: string,
  db: ServiceDb,
  signal: AbortSignal | null = null,
): Promise<void> {
  const id =
    (await db.read(readSetting(db, OWNER_SETTING))) ??
    (await db.write((tx) => addSetting(tx, OWNER_SETTING, randomId())));
  const place = placeOfDatabase(dataDir);
  if (place !== null && (await db.read(readSetting(db, PLACE_SETTING))) === null) {
    await db.write((tx) => addSetting(tx, PLACE_SETTING, place));
  }
  const bytes = new TextEncoder().encode(id);
  const found = await objects.find(OWNER_KEY, signal);
  if (found === null) return await writeOwner(objects, dataDir, bytes, signal);
  if (found.byteSize !== bytes.byteLength || found.byteSize > OWNER_BYTES_MAX) throw new ObjectsOfOthers(objects.name);
  const owner = new TextDecoder().decode(await objects.read(OWNER_KEY, 0, found.byteSize - 1, signal));
  if (owner !== id) throw new ObjectsOfOthers(objects.name);
}

/** Returns when the owner of the store was written, on the clock of the store; null for a store without one. Throws ObjectStoreFailed. */
export async function claimedAt(objects: ObjectStore): Promise<number | null> {
  return (await objects.find(OWNER_KEY, null))?.changedAt ?? null;
}

/**
 * Gives the store a new owner, this data folder, so that the server of any other copy of its databases is refused from now on.
 * Throws ObjectStoreFailed.
 *
 * @param record called in the transaction that stores the new owner
 */
export async function reclaimObjects(
  objects: ObjectStore,
  dataDir: string,
  db: ServiceDb,
  record?: (tx: Writing, owner: string) => Work<void>,
): Promise<void> {
  const [id, place] = [randomId(), placeOfDatabase(dataDir)];
  // The store first: a repeated call ends what a crash between the two has left.
  await writeOwner(objects, dataDir, new TextEncoder().encode(id), null);
  await db.write(function* (tx) {
    yield* putSetting(tx, OWNER_SETTING, id);
    if (place !== null) yield* putSetting(tx, PLACE_SETTING, place);
    yield* deleteSetting(tx, UNCONFIRMED_SETTING);
    if (record !== undefined) yield* record(tx, id);
  });
}

/** Notes that a backup was restored. Nothing is removed from its store until `reclaimObjects`. */
export function* noteRestoredStore(tx: Writing): Work<void> {
  if ((yield* readSetting(tx, OWNER_SETTING)) !== null) yield* putSetting(tx, UNCONFIRMED_SETTING, "yes");
}

/** Notes that a database was copied, as after a restore. Its place is forgotten: PostgreSQL has none, and a new file gets another one. */
export function* noteCopiedStore(tx: Writing): Work<void> {
  yield* deleteSetting(tx, PLACE_SETTING);
  yield* noteRestoredStore(tx);
}

/** Whether another server can use the store with the same owner, because this data folder was restored or is a copy. */
export function* isStoreUnconfirmed(reading: Reading, dataDir: string): Work<boolean> {
  if ((yield* readSetting(reading, UNCONFIRMED_SETTING)) !== null) return true;
  const place = yield* readSetting(reading, PLACE_SETTING);
  return place !== null && place !== placeOfDatabase(dataDir);
}

function placeOfDatabase(dataDir: string): string | null {
  return placeOf(join(dataDir, DATABASE_FILE));
}

async function writeOwner(
  objects: ObjectStore,
  dataDir: string,
  bytes: Uint8Array,
  signal: AbortSignal | null,
): Promise<void> {
  const folder = join(dataDir, CACHE_FOLDER, "tmp");
  const path = join(folder, `owner-${process.pid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    await objects.put(OWNER_KEY, path, { digest: sha256(bytes), byteSize: bytes.byteLength }, signal);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Checks at the start of a server that the imported media are where the settings say: that the store belongs to this data folder, and
 * that a sample of the catalog's media is in it, or without a store in the data folder. Throws InvalidConfig, or the signal's reason.
 * A store that does not answer ends no start.
 */
export async function requireMediaPlace(
  { config, db }: Pick<Core, "config"> & { readonly db: ServiceDb },
  objects: ObjectStore | null,
  signal: AbortSignal | null = null,
): Promise<void> {
  if (objects === null && (await db.read(readSetting(db, OWNER_SETTING))) === null) return;
  const folder = new FolderPlace(join(config.dataDir, MEDIA_FOLDER));
  const sample = await sampleOf(config.dataDir, db);
  const isInFolder = async (ref: StoredRef): Promise<boolean> => (await folder.find(ref)) !== null;
  if (objects === null) {
    await requireOriginals(config.dataDir, db);
    if (sample.length === 0 || (await isAny(sample, isInFolder))) return;
    throw new InvalidConfig([
      `The media of this catalog are not in ${join(config.dataDir, MEDIA_FOLDER)}: they were in an S3-compatible store. Set NEEDLEDROP_STORE, or copy them back with \`needledrop store copy\`.`,
    ]);
  }
  try {
    await claimObjects(objects, config.dataDir, db, signal);
    const isInStore = async (ref: StoredRef): Promise<boolean> => (await objects.find(keyOf(ref), signal)) !== null;
    if (sample.length === 0 || (await isAny(sample, isInStore)) || !(await isAny(sample, isInFolder))) return;
  } catch (error) {
    if (error instanceof ObjectsOfOthers) throw new InvalidConfig([`NEEDLEDROP_STORE: ${error.message}`]);
    if (error instanceof ObjectStoreFailed || error instanceof ObjectMissing) return;
    throw error;
  }
  const media = join(config.dataDir, MEDIA_FOLDER);
  throw new InvalidConfig([
    `NEEDLEDROP_STORE: the media of this catalog are in ${media} and not in ${objects.name}. Copy them first: needledrop store copy ${media} ${objects.name}`,
  ]);
}

/** Throws InvalidConfig if none of the newest originals of uploads is in the data folder. */
async function requireOriginals(dataDir: string, db: ServiceDb): Promise<void> {
  const folder = new UploadFolder(dataDir);
  const sample = await db.read(neededOriginals(db, { after: null, limit: SAMPLE_MAX }));
  if (sample.length === 0 || sample.some(({ id }) => existsSync(folder.originalPath(id)))) return;
  throw new InvalidConfig([
    "The originals of uploads are not in this data folder: they were in an S3-compatible store. Set NEEDLEDROP_STORE, or copy them back with `needledrop store fetch`.",
  ]);
}

async function sampleOf(dataDir: string, db: ServiceDb): Promise<readonly StoredRef[]> {
  const generation = await db.read(currentGeneration(db));
  if (generation === null) return [];
  const sample: StoredRef[] = [];
  let read = 0;
  try {
    for (const text of mediaRefsIn(catalogPath(generationDir(dataDir, generation.number)))) {
      const ref = parseMediaRef(text);
      if (ref?.kind === "stored") sample.push(ref);
      if (sample.length >= SAMPLE_MAX || ++read >= SAMPLE_REFS_MAX) break;
    }
  } catch {
    // A damaged catalog is reported when it is opened.
    return [];
  }
  return sample;
}

async function isAny(refs: readonly StoredRef[], has: (ref: StoredRef) => Promise<boolean>): Promise<boolean> {
  for (const ref of refs) if (await has(ref)) return true;
  return false;
}
