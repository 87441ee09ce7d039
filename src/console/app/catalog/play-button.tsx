import { Icon } from "../controls/icon.tsx";
import { t } from "../lib/texts.ts";
import { currentRow, isPlaying, togglePlay } from "../player/player-state.ts";
import { Artwork } from "../results/artwork.tsx";
import type { SimilarRow } from "../results/similar-rows.ts";
import type { CatalogRow } from "./catalog-rows.ts";

interface PlayButtonProps<Row extends SimilarRow | CatalogRow> {
  readonly rows: readonly Row[];
  readonly row: Row;
  readonly index: number;
}

/** The picture of a song, which plays it. */
export function PlayButton<Row extends SimilarRow | CatalogRow>({ rows, row, index }: PlayButtonProps<Row>) {
  const isSounding = currentRow.value?.id === row.id && isPlaying.value;
  return (
    <button
      type="button"
      class="song-play"
      disabled={row.files.length === 0}
      aria-label={t(isSounding ? "player.pause-song" : "player.play-song", { title: row.title })}
      onClick={() => togglePlay(rows, index)}
    >
      <Artwork row={row} />
      <span class="song-play-sign" aria-hidden="true">
        <Icon name={isSounding ? "pause" : "play"} />
      </span>
    </button>
  );
}
