import type { Database } from "bun:sqlite";
import { DIGEST_BYTES } from "./song-digest.ts";

const VERSION_DIGITS = 16;

/**
 * The catalog's version: 16 hex digits of a digest over its songs and over the artists and playlists they refer
 * to. Digests of single rows are added up, lane by lane, so that neither the order in which the songs came nor
 * their ordinals matter (an additive set hash; nobody gains by forging a collision in their own catalog).
 */
export function catalogVersion(sqlite: Database): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(songLanes(sqlite));
  hasher.update(rowLanes(sqlite, `${ARTISTS} WHERE id IN (SELECT artist_id FROM song_artists)`));
  hasher.update(rowLanes(sqlite, `${PLAYLISTS} WHERE id IN (SELECT playlist_id FROM song_playlists)`));
  return hasher.digest("hex").slice(0, VERSION_DIGITS);
}

/** A digest of all artists and playlists, referred to or not: whether an import changed any. */
export function sideTablesDigest(sqlite: Database): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(rowLanes(sqlite, ARTISTS)).update(rowLanes(sqlite, PLAYLISTS));
  return hasher.digest("hex");
}

export function countSongs(sqlite: Database): number {
  return sqlite.query<{ count: number }, []>("SELECT count(*) AS count FROM songs").get()?.count ?? 0;
}

const ARTISTS = "SELECT json_array(id, name, image_url, image_path) AS text FROM artists";
const PLAYLISTS = "SELECT json_array(id, name, public) AS text FROM playlists";

function songLanes(sqlite: Database): Uint8Array {
  const lanes = new Lanes();
  const read = sqlite.prepare<{ digest: Uint8Array }, []>("SELECT digest FROM songs");
  for (const row of read.iterate()) lanes.add(row.digest);
  read.finalize();
  return lanes.bytes();
}

function rowLanes(sqlite: Database, query: string): Uint8Array {
  const lanes = new Lanes();
  const read = sqlite.prepare<{ text: string }, []>(query);
  for (const row of read.iterate()) lanes.add(new Bun.CryptoHasher("sha256").update(row.text).digest());
  read.finalize();
  return lanes.bytes();
}

/** Digests added up as 32-bit lanes, and how many they were. */
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
