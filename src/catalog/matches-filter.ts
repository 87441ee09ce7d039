import { FACETS } from "../../schema/song.ts";
import { fold } from "./fold.ts";
import type { SongFilter } from "./song-filter.ts";
import { acceptsTerm, RIGHTS_FILTERS, rightsTerms } from "./rights-filter.ts";
import { isInstrumental, type SongRecord } from "./song-record.ts";

/** Whether a song matches a filter. Equivalent to `CatalogDb.listSongs` for a song in memory. */
export function matchesFilter(song: SongRecord, filter: SongFilter): boolean {
  const { energy, bpm, key, artist, instrumental, explicit } = filter;
  const tempo = song.bpm;
  return (
    FACETS.every((facet) => hasAny(filter.tags[facet] ?? null, song.tags[facet].map(fold))) &&
    hasAny(energy, [song.energy]) &&
    (bpm === null || (tempo !== null && bpm.some(({ minBpm, maxBpm }) => tempo >= minBpm && tempo <= maxBpm))) &&
    hasAny(key, [fold(`${song.keyName} ${song.keyMode}`)]) &&
    (artist === null ||
      song.artists.some(({ id, name }) => artist.some((one) => one === id || fold(one) === fold(name)))) &&
    hasAny(instrumental, [song.audioFiles.some(isInstrumental)]) &&
    hasAny(explicit, [song.explicit]) &&
    matchesRights(song, filter)
  );
}

function matchesRights(song: SongRecord, { rights, today }: SongFilter): boolean {
  const terms = rightsTerms(song.rights);
  return RIGHTS_FILTERS.every((name) => {
    const values = rights[name];
    return (
      values === undefined || terms.some(({ kind, term }) => kind === name && acceptsTerm(name, values, term, today))
    );
  });
}

function hasAny<Value>(accepted: readonly Value[] | null, values: readonly Value[]): boolean {
  return accepted === null || accepted.some((value) => values.includes(value));
}
