import { rm, stat } from "node:fs/promises";
import type { ServiceDb } from "../../db/service-db.ts";
import type { MediaStore } from "../store/media-store.ts";
import type { MadeKind } from "./make-task.ts";
import { deleteOld, type ForgottenKind, newestImprinted } from "./store.ts";

/** Cuts that are stored: a client can ask for any length. One of half a minute has 1 MB as an MP3 and 5 MB as a WAV. */
const CUTS_MAX = 500;
/** Alignments of cuts, of some hundred bytes each. Asking for the joins of a cut makes one, and must not push out cuts. */
const ALIGNMENTS_MAX = 5_000;
/** Space for imprinted files, because each recipient has others. A file of three minutes has 7 MB. */
const IMPRINTED_BYTES_MAX = 4 * 1024 ** 3;

export interface ForgetOldParts {
  readonly db: ServiceDb;
  readonly store: Pick<MediaStore, "pathOf">;
  /** Maximum size of all imprinted files together. */
  readonly bytesMax?: number;
}

/**
 * Returns a function to call after a file of a kind was made. It deletes the files that were not used for longest and are too many.
 * They are made again when they are asked for.
 */
export function forgettingOld({
  db,
  store,
  bytesMax = IMPRINTED_BYTES_MAX,
}: ForgetOldParts): (kind: MadeKind) => Promise<void> {
  /** By ref. Files never change, so each size is read once. One that is missing can be made again, so it has none. */
  let sizes: ReadonlyMap<string, number> = new Map();
  const imprintedWithin = async (): Promise<number> => {
    const known = sizes;
    const found = new Map<string, number>();
    let kept = 0;
    let bytes = 0;
    for (const ref of await db.read(newestImprinted(db))) {
      const size = known.get(ref) ?? (await stat(store.pathOf(ref) ?? "").catch(() => null))?.size;
      bytes += size ?? 0;
      // At least the file that has just been made is kept.
      if (bytes > bytesMax && kept > 0) break;
      kept += 1;
      if (size !== undefined) found.set(ref, size);
    }
    sizes = found;
    return Math.max(1, kept);
  };
  return async (kind) => {
    if (kind !== "cut" && kind !== "imprinted") return;
    const limits: readonly (readonly [ForgottenKind, number])[] =
      kind === "cut"
        ? [
            ["cut", CUTS_MAX],
            ["alignment", ALIGNMENTS_MAX],
          ]
        : [["imprinted", await imprintedWithin()]];
    const refs = await db.write(function* (tx) {
      const deleted: string[] = [];
      for (const [one, kept] of limits) deleted.push(...(yield* deleteOld(tx, one, kept)));
      return deleted;
    });
    for (const ref of refs) await rm(store.pathOf(ref) ?? "", { force: true });
  };
}
