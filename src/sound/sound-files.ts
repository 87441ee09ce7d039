import { Refused, refusal, refuse } from "../lib/refusal.ts";
import { isSoundRef } from "../media/sound-ref.ts";
import type { MediaFiles } from "../media/store/media-files.ts";
import { SoundBusy, type SoundShelf } from "./sound-shelf.ts";

const RETRY_AFTER_SECONDS = 60;

/** The same files, and those of the demonstration catalog, which are rendered before they are located. */
export function soundFiles(shelf: Pick<SoundShelf, "fileOf">, others: MediaFiles): MediaFiles {
  return {
    locate: async (ref) => {
      if (!isSoundRef(ref)) return await others.locate(ref);
      const path = await shelf.fileOf(ref).catch((error: unknown) => {
        if (!(error instanceof SoundBusy)) throw error;
        throw new Refused([refusal("not_ready")], { "retry-after": String(RETRY_AFTER_SECONDS) });
      });
      if (path === null) throw refuse("not_found");
      return path;
    },
  };
}
