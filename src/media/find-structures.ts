import { StructureDocument } from "../../schema/wire/structure.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { refuse } from "../lib/refusal.ts";
import type { FindFile } from "./form-file.ts";
import { firstFullFile, formOf } from "./make/make-task.ts";
import type { MediaShelf } from "./open-media.ts";
import type { FileMedia } from "./targets.ts";

/** Finds structures. `waitMs` is as for `FindFile`. */
export interface Structures {
  /** The structure of an audio file. */
  readonly ofFile: (id: string, waitMs: number | null) => Promise<StructureDocument>;
  /** The structure of a song's first full version. */
  readonly ofSong: (id: string, waitMs: number | null) => Promise<StructureDocument>;
}

/** The results throw Refused: 404 for an unknown id and for a file without sound; otherwise as `FindFile` does. */
export function findStructures(shelf: () => MediaShelf, fileOf: FindFile): Structures {
  const structureOf = async (file: FileMedia | null, waitMs: number | null): Promise<StructureDocument> => {
    const form = file === null ? null : formOf("structure", file);
    if (form === null) throw refuse("not_found");
    const structure = parseChecked(StructureDocument, await Bun.file(await fileOf(form, waitMs)).text());
    if (structure === null) throw refuse("not_found");
    return structure;
  };
  return {
    ofFile: async (id, waitMs) => await structureOf(shelf().audioFile(id), waitMs),
    ofSong: async (id, waitMs) => {
      const song = shelf().song(id);
      return await structureOf(song === null ? null : firstFullFile(song), waitMs);
    },
  };
}
