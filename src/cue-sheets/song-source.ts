import type { CatalogDb } from "../catalog/catalog-db.ts";
import type { Reading } from "../db/service-db.ts";
import { done } from "../db/work.ts";
import type { SongSource } from "./match-songs.ts";
import { originsOf } from "./origins-store.ts";

/** Looks songs up in an open catalog. */
export function songSource(db: CatalogDb, service: Reading): SongSource {
  return {
    songsByIds: (ids) => db.songsByIds(ids),
    songOfFile: (fileId) => db.audioFile(fileId)?.songId ?? null,
    songsAfter: (after, limit) => db.listing.songsAfter(after, limit),
    idsOf: (ordinals) => {
      const songs = new Map(db.songsByOrdinals(ordinals).map(({ ordinal, id }) => [ordinal, id]));
      const hidden = db.hiddenIds();
      return ordinals.map((ordinal) => {
        const id = songs.get(ordinal) ?? "";
        return hidden.has(id) ? "" : id;
      });
    },
    originsOf: (refs) => originsOf(service, refs),
  };
}

/** A catalog without songs. */
export const NO_SONGS: SongSource = {
  songsByIds: () => new Map(),
  songOfFile: () => null,
  songsAfter: () => [],
  idsOf: () => [],
  originsOf: () => done(new Map()),
};
