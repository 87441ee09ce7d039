import { StructureDocument } from "../../schema/wire/structure.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { refuse } from "../lib/refusal.ts";
import type { FindFile } from "./form-file.ts";
import { firstFullFile, formOf } from "./make/make-task.ts";
import type { MediaShelf } from "./open-media.ts";

/** Returns the structure of a song's first full version. `waitMs` is as for `FindFile`. */
export type FindSongStructure = (songId: string, waitMs: number | null) => Promise<StructureDocument>;

/** The result throws Refused: 404 for an unknown song and for one without a full version with sound; otherwise as `FindFile` does. */
export function findSongStructure(shelf: () => MediaShelf, fileOf: FindFile): FindSongStructure {
  return async (songId, waitMs) => {
    const song = shelf().song(songId);
    const file = song === null ? null : firstFullFile(song);
    const form = file === null ? null : formOf("structure", file);
    if (form === null) throw refuse("not_found");
    const structure = parseChecked(StructureDocument, await Bun.file(await fileOf(form, waitMs)).text());
    if (structure === null) throw refuse("not_found");
    return structure;
  };
}
