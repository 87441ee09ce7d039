import type { SongRecord } from "../catalog/song-record.ts";

/** About 350 tokens, which every embedding model accepts. Descriptions come last, because they can be long. */
const LENGTH_MAX = 1_500;

/** Change this together with the words below, so that all songs get new vectors. */
export const SONG_WORDS_FORMAT = 1;

/**
 * Returns the words of a song for a model: title, artists, tags, description. Empty only for a song without any of
 * them.
 */
export function songWords(song: Pick<SongRecord, "title" | "artists" | "tags" | "description">): string {
  const { genre, mood, instrument, characteristic } = song.tags;
  const names = song.artists.map(({ name }) => name).filter((name) => name !== "");
  const lines = [
    [song.title, names.length === 0 ? "" : `by ${names.join(", ")}`].filter((part) => part !== "").join(" "),
    [...mood, ...genre, ...characteristic, ...instrument].join(", "),
    song.description,
  ];
  return bounded(lines.filter((line) => line !== "").join("\n"), LENGTH_MAX);
}

/** Cuts a text without splitting a surrogate pair. */
export function bounded(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, lengthMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
