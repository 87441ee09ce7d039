import { useEffect } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { FilmPanel } from "../film/film-panel.tsx";
import { isFilmOpen } from "../film/film-open.ts";
import { hasFilm } from "../film/film-source.ts";
import { durationText } from "../lib/duration.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { versionName } from "../results/version-name.ts";
import { useDockHeight } from "./dock-height.ts";
import { KeyList } from "./key-list.tsx";
import { followPeaks } from "./peaks.ts";
import {
  chooseFile,
  compare,
  currentFileIndex,
  currentRow,
  isHelpOpen,
  isPlaying,
  length,
  otherRow,
  playNext,
  position,
  section,
  soundState,
  stop,
  toggle,
} from "./player-state.ts";
import { runKey } from "./run-action.ts";
import { SimilarPanel } from "./similar-panel.tsx";
import { closeSimilar, isSimilarOpen, toggleSimilar } from "./similar-state.ts";
import { currentStems, followSongAudio, isMatched, toggleMatched } from "./song-audio.ts";
import { StemsPanel } from "./stems-panel.tsx";
import { endStems, stems, toggleStems } from "./stems.ts";
import { followStructure } from "./structure.ts";
import { Waveform } from "./waveform.tsx";

/** The player at the bottom of every page, while a song is chosen, and the list of keys. */
export function PlayerBar() {
  useEffect(() => followPeaks(), []);
  useEffect(() => followStructure(), []);
  useEffect(() => followSongAudio(), []);
  useEffect(() => {
    addEventListener("keydown", runKey);
    return () => removeEventListener("keydown", runKey);
  }, []);
  return (
    <>
      {currentRow.value === null ? null : <Bar />}
      <KeyList />
    </>
  );
}

function Bar() {
  const row = currentRow.value;
  const dock = useDockHeight();
  if (row === null) return null;
  return (
    <div class="player-dock" ref={dock}>
      <SimilarPanel />
      {isFilmOpen.value && hasFilm.value ? <FilmPanel /> : null}
      <StemsPanel />
      <section class="player" aria-label={t("player.title")}>
        <Transport />
        <div class="player-song">
          <strong>
            <a class="title-link" href={pathTo("song", { id: row.id })}>
              <bdi>{row.title}</bdi>
            </a>
          </strong>
          <span class="dim">
            <bdi>{soundLine(row.artists)}</bdi>
          </span>
          <span class="hidden-text" aria-live="polite">
            {t("player.now", { title: row.title })}
          </span>
        </div>
        <div class="player-time">
          <span class="dim">{durationText(position.value)}</span>
          <Waveform />
          <span class="dim">{durationText(length.value)}</span>
        </div>
        <Extras />
      </section>
    </div>
  );
}

function Transport() {
  const playText = t(isPlaying.value ? "player.pause" : "player.play");
  return (
    <div class="player-buttons">
      <button type="button" class="icon-button" aria-label={t("player.previous")} onClick={() => playNext(-1)}>
        <Icon name="previous" />
      </button>
      <button type="button" class="icon-button main" aria-label={playText} onClick={toggle}>
        <Icon name={isPlaying.value ? "pause" : "play"} />
      </button>
      <button type="button" class="icon-button" aria-label={t("player.next")} onClick={() => playNext(1)}>
        <Icon name="next" />
      </button>
    </div>
  );
}

function Extras() {
  const row = currentRow.value;
  const other = otherRow.value;
  if (row === null) return null;
  return (
    <div class="player-extras">
      {section.value === null ? null : (
        <button
          type="button"
          class="button quiet small player-section"
          aria-label={t("player.section.end")}
          onClick={() => (section.value = null)}
        >
          {durationText(section.value.from)} – {durationText(section.value.to)} ×
        </button>
      )}
      {row.files.length < 2 ? null : (
        <select
          class="select"
          aria-label={t("player.version")}
          value={currentFileIndex.value}
          onChange={(event) => chooseFile(event.currentTarget.selectedIndex)}
        >
          {row.files.map((file, index) => (
            <option key={file.id} value={index}>
              {versionName(file)}
            </option>
          ))}
        </select>
      )}
      {other === null ? null : (
        <button
          type="button"
          class="button quiet small player-compare"
          aria-label={t("player.compare", { title: other.title })}
          title={`${t("player.compare", { title: other.title })} (C)`}
          onClick={compare}
        >
          ⇄ <span>{other.title}</span>
        </button>
      )}
      <button
        type="button"
        class="button quiet small"
        aria-pressed={isMatched.value}
        title={t("player.matched.hint")}
        onClick={toggleMatched}
      >
        {t("player.matched")}
      </button>
      {currentStems.value.length === 0 ? null : (
        <button
          type="button"
          class="button quiet small"
          aria-expanded={stems.value.length > 0}
          title={`${t("stems.title")} (M)`}
          onClick={toggleStems}
        >
          {t("stems.title")}
        </button>
      )}
      {hasFilm.value ? (
        <button
          type="button"
          class="button quiet small"
          aria-expanded={isFilmOpen.value}
          title={`${t("film.title")} (V)`}
          onClick={() => (isFilmOpen.value = !isFilmOpen.value)}
        >
          {t("film.open")}
        </button>
      ) : null}
      <button
        type="button"
        class="button quiet small"
        aria-expanded={isSimilarOpen()}
        title={`${t("player.similar")} (S)`}
        onClick={toggleSimilar}
      >
        {t("player.similar")}
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t("keys.title")}
        title={`${t("keys.title")} (?)`}
        onClick={() => (isHelpOpen.value = true)}
      >
        ?
      </button>
      <button type="button" class="icon-button" aria-label={t("player.close")} onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function close(): void {
  closeSimilar();
  endStems();
  stop();
}

function soundLine(artists: readonly string[]): string {
  switch (soundState.value) {
    case "preparing":
      return t("player.preparing");
    case "broken":
      return t("player.trouble");
    case "usual":
      return artists.join(", ");
  }
}
