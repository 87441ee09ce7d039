import { StructureDocument } from "../../schema/wire/structure.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { refuse } from "../lib/refusal.ts";
import type { FindFile } from "./form-file.ts";
import { firstFullFile, formOf } from "./make/make-task.ts";
import type { MediaShelf } from "./open-media.ts";
import type { FileMedia } from "./targets.ts";

/** Finds structures. `requester` and `waitMs` are as for `FindFile`. */
type Find = (id: string, requester: string, waitMs: number | null) => Promise<StructureDocument>;

export interface Structures {
  /** The structure of an audio file. */
  readonly ofFile: Find;
  /** The structure of a song's first full version. */
  readonly ofSong: Find;
}

/** The results throw Refused: 404 for an unknown id and for a file without sound; otherwise as `FindFile` does. */
export function findStructures(shelf: () => MediaShelf, fileOf: FindFile): Structures {
  const structureOf = async (
    file: FileMedia | null,
    requester: string,
    waitMs: number | null,
  ): Promise<StructureDocument> => {
    const form = file === null ? null : formOf("structure", file);
    if (form === null) throw refuse("not_found");
    const structure = parseChecked(StructureDocument, await Bun.file(await fileOf(form, requester, waitMs)).text());
    if (structure === null) throw refuse("not_found");
    return structure;
  };
  return {
    ofFile: async (id, requester, waitMs) => await structureOf(shelf().audioFile(id), requester, waitMs),
    ofSong: async (id, requester, waitMs) => {
      const song = shelf().song(id);
      return await structureOf(song === null ? null : firstFullFile(song), requester, waitMs);
    },
  };
}
