import { isFilmOpen } from "./film-open.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { NumberField } from "../controls/number-field.tsx";
import { t } from "../lib/texts.ts";
import { currentRow } from "../player/player-state.ts";
import { balance, isFilmMuted } from "./balance.ts";
import { attachFilm, filmSeconds, moveOffset, offset } from "./film-player.ts";
import { analysis, chooseFile, film, filmNote, findEarlierFilm, followAnalysis } from "./film-source.ts";
import { FilmTimeline } from "./film-timeline.tsx";
import { HitPoints } from "./hit-points.tsx";
import { offsetText } from "./offsets.ts";
import { SongStrip } from "./song-strip.tsx";

const PERCENT = 100;

/** The film of the search, in sync with the song, above the player. */
export function FilmPanel() {
  const { value } = film;
  const assetId = value?.assetId ?? null;
  const placedUnder = currentRow.value?.assetId;
  useEffect(() => {
    if (value === null) void findEarlierFilm();
  }, [value, placedUnder]);
  useEffect(() => {
    if (assetId === null) return undefined;
    const ended = new AbortController();
    void followAnalysis(assetId, ended.signal);
    return () => ended.abort();
  }, [assetId]);
  return (
    <section class="film" aria-label={t("film.title")}>
      <header>
        <h2>{t("film.title")}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t("film.close")}
          onClick={() => (isFilmOpen.value = false)}
        >
          <Icon name="close" />
        </button>
      </header>
      {value === null ? <p class="dim">{t("status.loading")}</p> : <Body url={value.url} />}
    </section>
  );
}

function Body({ url }: { readonly url: string | null }) {
  return url === null ? <ChooseFilm /> : <PlayedFilm key={url} url={url} />;
}

/** The service keeps no originals unless its operator wants it. */
function ChooseFilm() {
  return (
    <p class="film-missing">
      {t("film.missing")}{" "}
      <label class="button quiet small">
        {t("film.choose")}
        <input
          type="file"
          class="hidden-text"
          accept="video/mp4,video/quicktime,video/webm"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) chooseFile(file);
          }}
        />
      </label>
    </p>
  );
}

function PlayedFilm({ url }: { readonly url: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const isUnseen = useSignal(false);
  const assetId = film.value?.assetId ?? null;
  useEffect(() => (video.current === null ? undefined : attachFilm(video.current)), []);
  return (
    <div class="film-body">
      {isUnseen.value ? (
        <p class="film-unseen bad" role="alert">
          {t("film.unseen")}
        </p>
      ) : null}
      <video
        ref={video}
        class="film-picture"
        src={url}
        playsInline
        preload="auto"
        onError={() => (isUnseen.value = true)}
        onLoadedMetadata={({ currentTarget }) => (isUnseen.value = currentTarget.videoWidth === 0)}
        onDblClick={() => void video.current?.requestFullscreen().catch(() => undefined)}
      />
      <div class="film-lanes">
        <FilmTimeline />
        <SongStrip />
        <div class="film-controls">
          <span class="film-time dim">{offsetText(filmSeconds.value).slice(1)}</span>
          <label>
            {t("film.offset.seconds")}{" "}
            <NumberField
              class="field film-offset"
              step={0.01}
              stored={offset.value.toFixed(2)}
              onNumber={(seconds, field) => {
                moveOffset(seconds ?? 0);
                field.value = offset.value.toFixed(2);
              }}
            />
          </label>
          <label class="film-balance">
            <span>{t("film.sound")}</span>
            <input
              type="range"
              min={0}
              max={PERCENT}
              aria-label={t("film.balance")}
              value={balance.value * PERCENT}
              onInput={(event) => (balance.value = event.currentTarget.valueAsNumber / PERCENT)}
            />
            <span>{t("film.music")}</span>
          </label>
          <button
            type="button"
            class="button quiet small"
            aria-pressed={isFilmMuted.value}
            onClick={() => (isFilmMuted.value = !isFilmMuted.value)}
          >
            {t("film.mute")}
          </button>
          {filmNote.value === null ? null : <span class="dim">{t(filmNote.value)}</span>}
          {analysis.value === null || assetId === null ? null : <HitPoints assetId={assetId} />}
        </div>
      </div>
    </div>
  );
}
