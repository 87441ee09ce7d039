import type { SongDocument } from "../../../../schema/song.ts";
import type { CheckedAudioFile, CheckedSong } from "../check/checked-record.ts";

/** Returns the document that `readDocuments` will read for a staged record without playlists. */
export function documentOfRecord(song: CheckedSong): SongDocument {
  const audioFiles = song.audioFiles.map(({ id, vocals, duration, stem, ...file }) => {
    const mediaRef = refOf(file);
    return { id, vocals, duration, stem, hasMedia: mediaRef !== null, mediaRef };
  });
  return {
    id: song.id,
    title: song.title,
    description: song.description,
    lyrics: song.lyrics,
    artists: song.artists.map(({ id, name }) => ({ id, name })),
    tags: song.tags,
    energy: song.energy,
    energyInferred: song.energyInferred,
    explicit: song.explicit,
    bpm: song.bpm,
    keyName: song.keyName,
    keyMode: song.keyMode,
    releasedAt: song.releasedAt,
    playlistIds: [],
    publicPlaylists: [],
    hasStems: song.stems !== null || audioFiles.some(({ stem, hasMedia }) => stem && hasMedia),
    rights: song.rights ?? null,
    audioFiles,
  };
}

function refOf({ wav, mp3 }: Pick<CheckedAudioFile, "wav" | "mp3">): string | null {
  return wav?.ref ?? mp3?.ref ?? null;
}
