import { join } from "node:path";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
import { renderApart } from "../sound/apart/render-apart.ts";
import { SoundShelf } from "../sound/sound-shelf.ts";
import type { Core } from "./core.ts";

/** The demonstration catalog's sound, kept below the media; nothing is rendered before somebody asks. */
export function buildSound({ config, db, newId }: Core, catalog: LiveCatalog): SoundShelf {
  return new SoundShelf({
    folder: join(config.dataDir, MEDIA_FOLDER, "sound"),
    render: renderApart,
    requireInPlace: () => db.requireInPlace(),
    songOf: (id) => catalog.current()?.db.songsByIds([id]).get(id) ?? null,
    newId,
  });
}
