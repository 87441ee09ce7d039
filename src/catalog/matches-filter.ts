import { FACETS } from "../../schema/song.ts";
import { fold } from "./fold.ts";
import type { SongFilter } from "./song-filter.ts";
import { isInstrumental, type SongRecord } from "./song-record.ts";

/** Whether a song that is at hand passes a list's filter: what `CatalogDb.listSongs` asks of the whole catalog. */
export function matchesFilter(song: SongRecord, filter: SongFilter): boolean {
  const { energy, bpm, key, artist, instrumental, explicit } = filter;
  const tempo = song.bpm;
  return (
    FACETS.every((facet) => holdsAny(filter.tags[facet] ?? null, song.tags[facet].map(fold))) &&
    holdsAny(energy, [song.energy]) &&
    (bpm === null || (tempo !== null && bpm.some(({ min, max }) => tempo >= min && tempo <= max))) &&
    holdsAny(key, [fold(`${song.keyName} ${song.keyMode}`)]) &&
    (artist === null ||
      song.artists.some(({ id, name }) => artist.some((one) => one === id || fold(one) === fold(name)))) &&
    holdsAny(instrumental, [song.audioFiles.some(isInstrumental)]) &&
    holdsAny(explicit, [song.explicit])
  );
}

function holdsAny<Value>(wanted: readonly Value[] | null, held: readonly Value[]): boolean {
  return wanted === null || wanted.some((value) => held.includes(value));
}
