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

/** After a file of this kind was made, deletes the oldest ones that are too many. They are made again when they are asked for. */
export async function forgetOld(
  db: ServiceDb,
  store: Pick<MediaStore, "pathOf">,
  kind: MadeKind,
  bytesMax = IMPRINTED_BYTES_MAX,
): Promise<void> {
  if (kind !== "cut" && kind !== "imprinted") return;
  const limits: readonly (readonly [ForgottenKind, number])[] =
    kind === "cut"
      ? [
          ["cut", CUTS_MAX],
          ["alignment", ALIGNMENTS_MAX],
        ]
      : [["imprinted", await countWithin(newestImprinted(db), store, bytesMax)]];
  const refs = db.transaction((tx) => limits.flatMap(([one, kept]) => deleteOld(tx, one, kept)));
  for (const ref of refs) await rm(store.pathOf(ref) ?? "", { force: true });
}

/** How many of the files have this size together; at least one, which has just been made. */
async function countWithin(
  refs: readonly string[],
  store: Pick<MediaStore, "pathOf">,
  bytesMax: number,
): Promise<number> {
  let bytes = 0;
  for (const [count, ref] of refs.entries()) {
    bytes += (await stat(store.pathOf(ref) ?? "").catch(() => null))?.size ?? 0;
    if (bytes > bytesMax) return Math.max(1, count);
  }
  return Math.max(1, refs.length);
}
