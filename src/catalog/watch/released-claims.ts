import type { ServiceDb, Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";
import { claimedSongs, deleteAllClaims } from "./claims-store.ts";
import type { Presence, SongClaims } from "./song-claims.ts";

/** The claims of an import that is not of a watched folder: it takes over every watched song that it has. */
export class ReleasedClaims implements SongClaims {
  readonly #db: ServiceDb;
  #released: readonly string[] = [];

  constructor(db: ServiceDb) {
    this.#db = db;
  }

  async decide(presenceOf: (songId: string) => Presence): Promise<readonly string[]> {
    const claimed = await this.#db.read(claimedSongs(this.#db));
    this.#released = [...claimed].filter((songId) => presenceOf(songId) === "present");
    return [];
  }

  addNew(): void {
    // Songs of such an import belong to no watched folder.
  }

  hasChanges(): boolean {
    return this.#released.length > 0;
  }

  *write(tx: Writing): Work<void> {
    yield* deleteAllClaims(tx, this.#released);
  }
}
