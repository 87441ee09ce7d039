import type { Database } from "bun:sqlite";
import { DIGEST_BYTES } from "./song-digest.ts";

const VERSION_DIGITS = 16;

/**
 * Returns the version of the catalog: 16 hex digits of a digest of its songs and of the artists and playlists that they
 * refer to. The digests of the rows are added lane by lane, so the order of the songs and their ordinals do not matter. Such
 * an additive set hash is not collision-resistant, but a forged collision would only affect the forger's own catalog.
 */
export function catalogVersion(sqlite: Database): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(sumRows(sqlite, SONGS));
  hasher.update(sumRows(sqlite, `${ARTISTS} WHERE id IN (SELECT artist_id FROM song_artists)`));
  hasher.update(sumRows(sqlite, `${PLAYLISTS} WHERE id IN (SELECT playlist_id FROM song_playlists)`));
  return hasher.digest("hex").slice(0, VERSION_DIGITS);
}

/** Returns a digest of all artists and playlists, including unused ones, to detect changes by an import. */
export function sideTablesDigest(sqlite: Database): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(sumRows(sqlite, ARTISTS)).update(sumRows(sqlite, PLAYLISTS));
  return hasher.digest("hex");
}

export function countSongs(sqlite: Database): number {
  return sqlite.query<{ count: number }, []>("SELECT count(*) AS count FROM songs").get()?.count ?? 0;
}

/** Each row has the digest of a record, or a text to be hashed. */
const SONGS = "SELECT digest AS value FROM songs";
const ARTISTS = "SELECT json_array(id, name, image_url, image_path) AS value FROM artists";
const PLAYLISTS = "SELECT json_array(id, name, public) AS value FROM playlists";

function sumRows(sqlite: Database, query: string): Uint8Array {
  const lanes = new Lanes();
  const read = sqlite.prepare<{ value: Uint8Array | string }, []>(query);
  for (const { value } of read.iterate()) {
    lanes.add(typeof value === "string" ? new Bun.CryptoHasher("sha256").update(value).digest() : value);
  }
  read.finalize();
  return lanes.bytes();
}

/** Sums of digests by 32-bit lanes; the last lane counts the digests. */
class Lanes {
  readonly #sums = new Uint32Array(DIGEST_BYTES / 4 + 1);

  add(digest: Uint8Array): void {
    const words = new DataView(digest.buffer, digest.byteOffset, DIGEST_BYTES);
    const count = this.#sums.length - 1;
    for (let lane = 0; lane < count; lane++) {
      this.#sums[lane] = (this.#sums[lane] ?? 0) + words.getUint32(lane * 4, true);
    }
    this.#sums[count] = (this.#sums[count] ?? 0) + 1;
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#sums.buffer);
  }
}
