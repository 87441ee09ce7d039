import type { CheckedSong } from "../check/checked-record.ts";

/** Increase this when a field is added to the record, so that every song counts as changed once. */
const DIGEST_FORMAT = 1;
export const DIGEST_BYTES = 32;

/**
 * Returns the SHA-256 of the record as stored. Artists are included by id, so a new name does not change the song. Media
 * are included by ref: the content for a file of the store, the path for a file in place. Editing a file in place
 * therefore does not change the song.
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
    // Songs without rights keep the digest that they had before rights were read.
    ...(song.rights === undefined || song.rights === null ? [] : [song.rights]),
  ];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(record)).digest();
}

function refOf(medium: { readonly ref: string } | null): string | null {
  return medium?.ref ?? null;
}
