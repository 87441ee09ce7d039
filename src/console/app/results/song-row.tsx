import { useSignal } from "@preact/signals";
import { Icon } from "../controls/icon.tsx";
import { durationText } from "../lib/duration.ts";
import { pathTo } from "../lib/router.ts";
import { keyText, t } from "../lib/texts.ts";
import { currentRow, isPlaying, togglePlay } from "../player/player-state.ts";
import { MarkButtons } from "../turns/mark-buttons.tsx";
import { AddButton } from "../shortlists/add-button.tsx";
import { Artwork } from "./artwork.tsx";
import { promiseText, reasonsText } from "./page-wording.ts";
import type { ResultRow } from "./result-rows.ts";
import { SongVersions } from "./song-versions.tsx";

/** Tags in a closed row. */
const TAGS_SHOWN = 8;

interface SongRowProps {
  readonly rows: readonly ResultRow[];
  readonly row: ResultRow;
  readonly index: number;
}

/** One song of an answer: why it fits, and what is known about it. */
export function SongRow({ rows, row, index }: SongRowProps) {
  const isOpen = useSignal(false);
  const isCurrent = currentRow.value?.id === row.id;
  const isSounding = isCurrent && isPlaying.value;
  const canPlay = row.files.length > 0;
  return (
    <article class={isCurrent ? "song current" : "song"} aria-label={row.title} data-song={row.id}>
      <button
        type="button"
        class="song-play"
        disabled={!canPlay}
        aria-label={t(isSounding ? "player.pause-song" : "player.play-song", { title: row.title })}
        onClick={() => togglePlay(rows, index)}
      >
        <Artwork row={row} />
        <span class="song-play-sign" aria-hidden="true">
          <Icon name={isSounding ? "pause" : "play"} />
        </span>
      </button>
      <div class="song-main">
        <div class="song-head">
          <span class="song-rank">{row.rank}</span>
          <h3>
            <a class="title-link" href={pathTo("song", { id: row.id })}>
              <bdi>{row.title}</bdi>
            </a>
          </h3>
          {row.isExplicit ? <abbr title={t("results.explicit")}>E</abbr> : null}
          <span class={`band ${row.band}`}>
            <span class="hidden-text">{t("results.fit")} </span>
            {t(`band.${row.band}`)}
          </span>
        </div>
        <p class="song-artists">
          <bdi>{row.artists.length === 0 ? t("results.no-artist") : row.artists.join(", ")}</bdi>
        </p>
        <Verdicts row={row} />
        <p class="song-reasons">{reasonsText(row)}</p>
        <p class="song-tags dim">{(isOpen.value ? row.tags : row.tags.slice(0, TAGS_SHOWN)).join(" · ")}</p>
        {isOpen.value ? <SongVersions rows={rows} row={row} index={index} /> : null}
      </div>
      <div class="song-side">
        <dl class="song-facts">
          <Fact name={t("results.bpm")} value={row.bpm === null ? "–" : String(row.bpm)} />
          <Fact name={t("results.key")} value={row.musicalKey === "" ? "–" : keyText(row.musicalKey)} />
          <Fact name={t("results.energy")} value={t(`energy.${row.energy}`)} />
          <Fact name={t("results.length")} value={durationText(row.files[0]?.seconds ?? null)} />
        </dl>
        <div class="song-actions">
          <MarkButtons song={row} />
          <AddButton song={row} />
          <button
            type="button"
            class="button quiet small"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            {t("results.versions", { count: row.files.length })}
          </button>
        </div>
      </div>
    </article>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const VERDICT_SIGNS = { met: "✓", unknown: "?", failed: "✗" } as const;

function Verdicts({ row }: { readonly row: ResultRow }) {
  if (row.verdicts.length === 0) return null;
  return (
    <ul class="plain-list verdicts">
      {row.verdicts.map(({ constraint, facts, verdict }) => (
        <li key={constraint} class={`verdict ${verdict}`}>
          <span aria-hidden="true">{VERDICT_SIGNS[verdict]} </span>
          {promiseText(constraint, facts)}
          <span class="hidden-text">: {t(`verdict.${verdict}`)}</span>
        </li>
      ))}
    </ul>
  );
}
