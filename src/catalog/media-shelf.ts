import type { MediaShelf } from "../media/open-media.ts";
import type { CatalogDb } from "./catalog-db.ts";

/** The media of a catalog; nothing where there is none. Downloads are named for a person: "Glass Harbour - Full mix". */
export function mediaShelf(db: CatalogDb | null): MediaShelf {
  return {
    audioFile: (id) => {
      const file = db?.audioFile(id) ?? null;
      if (file === null) return null;
      const { songTitle, description } = file;
      return { ...file, title: description === "" ? songTitle : `${songTitle} - ${description}` };
    },
    song: (id) => db?.songsByIds([id]).get(id) ?? null,
  };
}
