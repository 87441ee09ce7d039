import type { Reading, Writing } from "../../db/service-db.ts";
import { claimedSongs, deleteAllClaims } from "./claims-store.ts";
import type { Presence, SongClaims } from "./song-claims.ts";

/** The claims of an import that is not of a watched folder: it takes over every watched song that it has. */
export class ReleasedClaims implements SongClaims {
  readonly #claimed: () => ReadonlySet<string>;
  #released: readonly string[] = [];

  constructor(reading: Reading) {
    this.#claimed = () => claimedSongs(reading);
  }

  decide(presenceOf: (songId: string) => Presence): readonly string[] {
    this.#released = [...this.#claimed()].filter((songId) => presenceOf(songId) === "present");
    return [];
  }

  addNew(): void {
    // Songs of such an import belong to no watched folder.
  }

  hasChanges(): boolean {
    return this.#released.length > 0;
  }

  write(tx: Writing): void {
    deleteAllClaims(tx, this.#released);
  }
}
