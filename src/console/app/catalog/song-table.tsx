import { useEffect, useMemo } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { durationText } from "../lib/duration.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { WindowedList } from "../lib/windowed-list.tsx";
import { currentRow, isPlaying, togglePlay } from "../player/player-state.ts";
import { Artwork } from "../results/artwork.tsx";
import { AddButton } from "../shortlists/add-button.tsx";
import type { CatalogRow } from "./catalog-rows.ts";
import { SongPages, type SongQuery } from "./song-pages.ts";

/** The height of a row, which the style sheet fixes, so that reading another page does not move the list. */
const ROW_PIXELS = 72;
const TAGS_SHOWN = 4;

/** A song, or the place where the next page begins. */
type Line = CatalogRow | null;

/** A list of songs of any length: rows near the window are in the page, and pages are read while somebody scrolls. */
export function SongTable({ query }: { readonly query: SongQuery }) {
  const name = JSON.stringify(query);
  const pages = useMemo(() => new SongPages(query), [name]);
  useEffect(() => {
    void pages.more();
    return () => pages.stop();
  }, [pages]);
  const rows = pages.rows.value;
  const total = pages.total.value;
  const failure = pages.failure.value;
  const lines: readonly Line[] = total !== null && pages.hasMore() ? [...rows, null] : rows;
  return (
    <div class="song-table">
      <p class="dim" role="status">
        {total === null ? t("status.loading") : t("catalog.found", { count: total })}
      </p>
      {failure === null ? null : <p class="bad">{failure}</p>}
      {total === 0 ? <p class="no-songs">{t("catalog.none")}</p> : null}
      <WindowedList
        items={lines}
        label={t("results.title")}
        keyOf={(line) => line?.id ?? "next page"}
        estimatePixels={ROW_PIXELS}
        render={(line, index) =>
          line === null ? (
            <NextPage pages={pages} key={rows.length} />
          ) : (
            <SongLine rows={rows} row={line} index={index} />
          )
        }
      />
    </div>
  );
}

/** Reads the next page when it comes near the window. */
function NextPage({ pages }: { readonly pages: SongPages }) {
  const count = pages.rows.value.length;
  useEffect(() => void pages.more(), [pages, count]);
  return <div class="catalog-song next-page dim">{t("status.loading")}</div>;
}

interface SongLineProps {
  readonly rows: readonly CatalogRow[];
  readonly row: CatalogRow;
  readonly index: number;
}

function SongLine({ rows, row, index }: SongLineProps) {
  const isCurrent = currentRow.value?.id === row.id;
  const isSounding = isCurrent && isPlaying.value;
  const tags = [...row.tags.genre, ...row.tags.mood, ...row.tags.instrument].slice(0, TAGS_SHOWN);
  const facts = [
    durationText(row.files[0]?.seconds ?? null),
    row.bpm === null ? "" : `${row.bpm} bpm`,
    row.musicalKey,
    row.year,
  ].filter((fact) => fact !== "");
  return (
    <article class={isCurrent ? "catalog-song current" : "catalog-song"} aria-label={row.title} data-song={row.id}>
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
      <div class="catalog-song-main">
        <a class="catalog-title" href={pathTo("song", { id: row.id })}>
          {row.title}
        </a>
        <span class="dim">{row.artists.length === 0 ? t("results.no-artist") : row.artists.join(", ")}</span>
      </div>
      <span class="catalog-tags dim">{tags.join(" · ")}</span>
      <span class="catalog-facts">{facts.join(" · ")}</span>
      <AddButton song={row} />
    </article>
  );
}
