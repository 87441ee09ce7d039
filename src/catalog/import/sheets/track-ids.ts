import { fold } from "../../fold.ts";
import { albumOf, numberOfTrack } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";

const ID_LENGTH_MAX = 100;
const DIGEST_DIGITS = 16;

/**
 * Ids of rows: the sheet's own, else album and number ("VH022-3"), else made of artist and title, the same for
 * every spelling that folds alike. A second row that would have the same id gets one of all that it says.
 */
export class TrackIds {
  readonly #given = new Set<string>();

  idOf(track: SheetTrack): string {
    const id = naturalId(track) ?? `song-${digest([...track.artists, track.title])}`;
    if (!this.#given.has(id)) {
      this.#given.add(id);
      return id;
    }
    const { title, version, filename } = track;
    return `song-${digest([id, title, version, filename, String(track.line)])}`;
  }
}

/** The id of a row by itself: in a table without versions the last of several rows with one id counts, as in a dump. */
export function rowId(track: SheetTrack): string {
  return naturalId(track) ?? `song-${digest([...track.artists, track.title])}`;
}

function naturalId(track: SheetTrack): string | null {
  const album = albumOf(track);
  const number = numberOfTrack(track);
  const id = track.id !== "" ? track.id : album !== "" && number !== "" ? `${album}-${number}` : "";
  return id !== "" && id.length <= ID_LENGTH_MAX && !/\p{Cc}/u.test(id) ? id : null;
}

function digest(texts: readonly string[]): string {
  const text = texts.map(fold).join("\n");
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, DIGEST_DIGITS);
}
