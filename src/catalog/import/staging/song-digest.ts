import type { CheckedSong } from "../check/checked-record.ts";

/** Bump it when a field joins the record, so that every song counts as changed once. */
const DIGEST_FORMAT = 1;
export const DIGEST_BYTES = 32;

/**
 * SHA-256 over the record as it is stored. An artist stands in it by id alone: a new name
 * is no change of the song. A medium stands in it by its ref: in the store that is its content, wherever it came from; in
 * place it is its path, and a file that is altered there does not change the song.
 */
export function songDigest(song: CheckedSong): Uint8Array {
  const record = [
    DIGEST_FORMAT,
    song.id,
    song.title,
    song.description,
    song.energy,
    song.energyInferred,
    song.explicit,
    song.lyrics,
    song.isrc,
    song.releasedAt,
    song.bpm,
    song.keyName,
    song.keyMode,
    song.tags,
    refOf(song.stems),
    song.artists.map((artist) => artist.id),
    song.audioFiles.map((file) => [
      file.id,
      file.description,
      file.vocals,
      file.duration,
      file.stem,
      refOf(file.wav),
      refOf(file.mp3),
    ]),
    song.playlistIds,
  ];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(record)).digest();
}

function refOf(medium: { readonly ref: string } | null): string | null {
  return medium?.ref ?? null;
}
