import { catalogPath, generationDir } from "../catalog/generation.ts";
import { takeImportLock } from "../catalog/import/import-lock.ts";
import { generationsOnDisk } from "../catalog/import/staging/staging-folder.ts";
import { mediaRefsIn } from "../catalog/media-ref-store.ts";
import type { LockHolder } from "../db/lock.ts";
import type { Reading, ServiceDb } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { yieldToEventLoop } from "../lib/yield-to-event-loop.ts";
import { hasMade } from "../media/make/store.ts";
import { moveGenerated } from "../media/store/move-generated.ts";
import { messageOf } from "../lib/assert.ts";
import { errorCode } from "../lib/error-code.ts";
import { RefSet } from "../media/store/ref-set.ts";
import type { Core } from "./core.ts";
import { takeServerLock } from "./data-locks.ts";
import { addSetting, readSetting } from "./settings-store.ts";

const SETTING = "generated-media";
const SEPARATE = "separate folder";
const MARK_BATCH = 1_000;

/** Returns whether generated media are in their own folder. In a folder of an earlier version they are in `media`. */
export function* hasSeparateMedia(reading: Reading): Work<boolean> {
  return (yield* readSetting(reading, SETTING)) === SEPARATE;
}

/**
 * Moves the generated media of an earlier version to their own folder, once. A crash leaves a state that the next call
 * completes. No server of the earlier version and no import may run meanwhile. Throws ServerRunning and ImportRunning.
 */
export async function separateMedia(
  core: Core,
  {
    role,
    hasServerLock,
    signal,
  }: { readonly role: string; readonly hasServerLock: boolean; readonly signal: AbortSignal | null },
): Promise<void> {
  const { db, config, clock } = core;
  if ((await db.read(hasSeparateMedia(db))) || (await markIfEmpty(db))) return;
  const holder: LockHolder = { pid: process.pid, role, address: null, since: clock.now() };
  const serverLock = hasServerLock ? null : takeServerLock(config.dataDir, holder);
  try {
    const importLock = takeImportLock(config.dataDir, holder);
    try {
      await moveAll(core, signal);
    } finally {
      importLock.release();
    }
  } finally {
    serverLock?.release();
  }
}

/** A folder without generated media has nothing to move, so it needs no lock. */
async function markIfEmpty(db: ServiceDb): Promise<boolean> {
  return await db.write(function* (tx) {
    const isEmpty = !(yield* hasMade(tx));
    if (isEmpty) yield* addSetting(tx, SETTING, SEPARATE);
    return isEmpty;
  });
}

async function moveAll({ db, config, log }: Core, signal: AbortSignal | null): Promise<void> {
  const { dataDir } = config;
  const refs = await refsInUse(dataDir, signal).catch((error: unknown) => {
    if (!isSqliteError(error)) throw error;
    // The server must start with a damaged catalog too. Until the move, missing files are generated again.
    log.warn({ reason: messageOf(error) }, "generated media stay in `media`, because a catalog cannot be read");
    return null;
  });
  if (refs === null) return;
  log.info({}, "moving generated media out of the folder of the imported media; this is done once");
  const files = await moveGenerated({ db, dataDir, refsInUse: refs, signal });
  await db.write((tx) => addSetting(tx, SETTING, SEPARATE));
  log.info({ files }, "generated media are in their own folder");
}

async function refsInUse(dataDir: string, signal: AbortSignal | null): Promise<RefSet> {
  const refs = new RefSet();
  let count = 0;
  for (const number of await generationsOnDisk(dataDir)) {
    for (const ref of mediaRefsIn(catalogPath(generationDir(dataDir, number)))) {
      refs.add(ref);
      if (++count % MARK_BATCH === 0) await yieldToEventLoop(signal);
    }
  }
  return refs;
}

function isSqliteError(error: unknown): boolean {
  return errorCode(error)?.startsWith("SQLITE_") === true;
}
