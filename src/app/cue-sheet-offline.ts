import { readFile, stat } from "node:fs/promises";
import { CatalogDb } from "../catalog/catalog-db.ts";
import { currentGeneration } from "../catalog/generation.ts";
import type { CueSheet, CueSheetOptions } from "../cue-sheets/cue-sheet.ts";
import type { FrameRate } from "../cue-sheets/edit-lists/frame-rate.ts";
import { EDIT_LIST_BYTES_MAX } from "../cue-sheets/edit-lists/read-edit-list.ts";
import { makingCueSheet } from "../cue-sheets/make-cue-sheet.ts";
import { songSource } from "../cue-sheets/song-source.ts";
import type { Core } from "./core.ts";

/** Makes the cue sheet of a file without a server. A server can run at the same time. Throws EditListFault. */
export async function cueSheetOffline(
  core: Core,
  path: string,
  options: CueSheetOptions & { readonly rate: FrameRate | null },
): Promise<CueSheet> {
  const { size } = await stat(path);
  if (size > EDIT_LIST_BYTES_MAX) {
    throw new Error(`${path} has ${size} bytes; an edit list can have at most ${EDIT_LIST_BYTES_MAX}.`);
  }
  const bytes = await readFile(path);
  const generation = await core.db.read(currentGeneration(core.db));
  if (generation === null) throw new Error("There is no catalog yet. Import one with `needledrop import PATH`.");
  const db = CatalogDb.open(core.config.dataDir, generation);
  try {
    return await core.db.read(makingCueSheet(bytes, songSource(db, core.db), options));
  } finally {
    db.close();
  }
}
