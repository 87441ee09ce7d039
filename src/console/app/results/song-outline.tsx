import { Artwork } from "./artwork.tsx";
import type { ResultRow } from "./result-rows.ts";

/** A song that is scrolled past too fast to read: where it is, and what it is called. */
export function SongOutline({ row }: { readonly row: ResultRow }) {
  return (
    <article class="song outline" aria-label={row.title} data-song={row.id}>
      <Artwork row={row} />
      <div class="song-main">
        <div class="song-head">
          <span class="song-rank">{row.rank}</span>
          <h3>{row.title}</h3>
        </div>
      </div>
    </article>
  );
}
