import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { hasErrorCode } from "../../lib/error-code.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { yieldToEventLoop } from "../../lib/yield-to-event-loop.ts";
import { GENERATED_FOLDER, MediaStore } from "./media-store.ts";
import type { RefSet } from "./ref-set.ts";
import { sourcesOf } from "./source-store.ts";
import { madeAfter, type MadeRow } from "./sweep-store.ts";

const ROW_BATCH = 1_000;
/** Space to leave on the disk, where files must be copied because `media` is on another disk. */
const FREE_MIN_BYTES = 1024 ** 3;

export interface GeneratedMove {
  readonly db: ServiceDb;
  readonly dataDir: string;
  /** All media refs of all catalogs on the disk. */
  readonly refsInUse: RefSet;
  readonly signal: AbortSignal | null;
}

/**
 * Moves generated files, which earlier versions stored next to the imported media, from `media` to `generated`. A file that is
 * also an imported one stays. Each file is moved by one rename, so after a crash every file is in one of the folders, and
 * the next call moves the rest. Returns the number of moved files.
 */
export async function moveGenerated({ db, dataDir, refsInUse, signal }: GeneratedMove): Promise<number> {
  const from = new MediaStore(dataDir, "server");
  const to = new MediaStore(dataDir, "server", { folder: GENERATED_FOLDER });
  const folders = new Set<string>();
  let moved = 0;
  for (let after: MadeRow | null = null; ;) {
    const rows: readonly MadeRow[] = await db.read(madeAfter(db, after, ROW_BATCH));
    after = rows.at(-1) ?? null;
    if (after === null) break;
    const refs = rows.flatMap(({ ref }) => (ref === null || parseMediaRef(ref)?.kind !== "stored" ? [] : [ref]));
    const imported = await db.read(sourcesOf(db, refs));
    for (const ref of refs) {
      const [source, target] = [from.pathOf(ref), to.pathOf(ref)];
      if (source === null || target === null || imported.has(ref) || refsInUse.has(ref)) continue;
      if (await move(source, target, () => to.temporaryPath("bin"))) {
        moved += 1;
        folders.add(dirname(source)).add(dirname(target));
      }
    }
    await yieldToEventLoop(signal);
  }
  for (const folder of folders) await syncPath(folder);
  if (moved > 0) for (const name of ["", GENERATED_FOLDER]) await syncPath(join(dataDir, name));
  return moved;
}

/** Returns whether the file was moved: false for a missing one, and for one on another disk if there is no room for a copy. */
async function move(source: string, target: string, temporaryPath: () => string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(source, target);
    return true;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return false;
    if (!hasErrorCode(error, "EXDEV")) throw error;
    return await moveToOtherDisk(source, target, temporaryPath());
  }
}

async function moveToOtherDisk(source: string, target: string, temporary: string): Promise<boolean> {
  const { size } = await stat(source);
  // The file stays as an orphan, which the sweep removes, and is generated again.
  if (freeBytes(dirname(target)) - size < FREE_MIN_BYTES) return false;
  await copyFile(source, temporary);
  await syncPath(temporary);
  await rename(temporary, target);
  await rm(source);
  return true;
}
