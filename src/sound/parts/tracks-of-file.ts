import type { Track } from "../arrange.ts";
import type { SoundFile, SoundSong } from "../sound-song.ts";
import { tracksOfStems } from "./stems.ts";

/** Tracks that a version without melody still needs. */
const TRACKS_LEFT_MIN = 2;

/** The tracks that are in a version or stem of a song. */
export function tracksOfFile(song: SoundSong, file: SoundFile, tracks: readonly Track[]): readonly Track[] {
  if (file.stem) {
    const stems = song.audioFiles.filter((one) => one.stem);
    return [...tracksOfStems(tracks, stems)].find(([stem]) => stem.id === file.id)?.[1] ?? [];
  }
  if (file.vocals === "lead") return tracks;
  const unsung = tracks.filter(({ role }) => role !== "voice" && (role !== "choir" || file.vocals === "background"));
  if (!/underscore/i.test(file.description)) return unsung;
  const plain = unsung.filter(({ role }) => role !== "lead");
  return plain.length >= TRACKS_LEFT_MIN ? plain : unsung;
}
