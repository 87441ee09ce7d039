import type { SongRecord } from "../catalog/song-record.ts";

/** Some 350 tokens, which every embedding model takes. Descriptions come last, because they are what can be long. */
const LENGTH_MAX = 1_500;

/** Changed with what is said below: vectors of songs are then made anew. */
export const SONG_WORDS_FORMAT = 1;

/** A song in words, as a model is to read it: title, artists, tags, description. Never empty but for a song without any. */
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

/** Cut between characters, not in the middle of one. */
export function bounded(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, lengthMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
