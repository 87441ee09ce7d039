import { type Signal, useSignal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { NumberField } from "../controls/number-field.tsx";
import { durationText } from "../lib/duration.ts";
import { pathTo } from "../lib/router.ts";
import { keyText, t } from "../lib/texts.ts";
import { WindowedList } from "../lib/windowed-list.tsx";
import { currentRow, isPlaying, togglePlay } from "../player/player-state.ts";
import { Artwork } from "../results/artwork.tsx";
import { AddButton } from "../shortlists/add-button.tsx";
import type { CatalogRow } from "./catalog-rows.ts";
import { SongPages, type SongQuery } from "./song-pages.ts";

/** The height of a row, which the style sheet fixes, so that reading another page does not move the list. */
const ROW_PIXELS = 72;
const TAGS_SHOWN = 4;
/** A list that is longer has a field that leads to a number. */
const JUMP_FROM_SONGS = 200;

interface SongTableProps {
  readonly query: SongQuery;
  /** The song that the list begins with on the screen, from 0; null once the list is there. */
  readonly start?: Signal<number | null>;
  /** Called when another song is at the top of the window. */
  readonly onTop?: (index: number) => void;
  /** Called when the first songs are there, or cannot be read. */
  readonly onAnswer?: () => void;
}

/** A list of songs of any length: rows near the window are in the page, and the pages around them are read. */
export function SongTable({ query, start, onTop, onAnswer }: SongTableProps) {
  const name = JSON.stringify(query);
  const pages = useMemo(() => new SongPages(query, start?.peek() ?? 0), [name]);
  useEffect(() => () => pages.stop(), [pages]);
  const jump = useSignal<number | null>(null);
  const rows = pages.rows.value;
  const total = pages.total.value;
  const failure = pages.failure.value;
  const shownPages = useRef(pages);
  useEffect(() => {
    if (shownPages.current !== pages) jump.value = 0;
    shownPages.current = pages;
  }, [pages]);
  const wanted = start?.value ?? null;
  useEffect(() => {
    if (wanted === null || total === null || start === undefined) return;
    jump.value = Math.min(wanted, Math.max(0, rows.length - 1));
    start.value = null;
  }, [wanted, total]);
  const isAnswered = total !== null || failure !== null;
  useEffect(() => {
    if (isAnswered) onAnswer?.();
  }, [isAnswered]);
  const show = useCallback(
    ({ first, last, top }: { readonly first: number; readonly last: number; readonly top: number }) => {
      pages.show(first, last);
      if (pages.total.value !== null) onTop?.(top);
    },
    [pages, onTop],
  );
  return (
    <div class="song-table">
      <div class="song-table-head">
        <p class="dim" role="status">
          {total === null ? t("status.loading") : t("catalog.found", { count: total })}
        </p>
        {rows.length <= JUMP_FROM_SONGS ? null : (
          <label class="dim">
            {t("catalog.go")}{" "}
            <NumberField
              class="field"
              step={1}
              min={1}
              max={rows.length}
              stored=""
              onNumber={(number) => {
                if (number !== null) jump.value = Math.round(Math.max(1, Math.min(number, rows.length))) - 1;
              }}
            />
          </label>
        )}
      </div>
      {failure === null ? null : <p class="bad">{failure}</p>}
      {total === 0 ? <p class="no-songs">{t("catalog.none")}</p> : null}
      <WindowedList
        items={rows}
        label={t("results.title")}
        keyOf={(row, index) => row?.id ?? `${index}`}
        estimatePixels={ROW_PIXELS}
        onShown={show}
        jump={jump}
        render={(row, index) =>
          row === null ? (
            <div class="catalog-song unread dim" aria-busy="true">
              {t("status.loading")}
            </div>
          ) : (
            <SongLine rows={rows} row={row} index={index} />
          )
        }
      />
      {total === null || total === rows.length ? null : (
        <p class="dim">{t("catalog.capped", { count: rows.length })}</p>
      )}
    </div>
  );
}

interface SongLineProps {
  readonly rows: readonly (CatalogRow | null)[];
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
    keyText(row.musicalKey),
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
          <bdi>{row.title}</bdi>
        </a>
        <span class="dim">
          <bdi>{row.artists.length === 0 ? t("results.no-artist") : row.artists.join(", ")}</bdi>
        </span>
      </div>
      <span class="catalog-tags dim">{tags.join(" · ")}</span>
      <span class="catalog-facts">{facts.join(" · ")}</span>
      <AddButton song={row} />
    </article>
  );
}
