import { Icon } from "../controls/icon.tsx";
import { NumberField } from "../controls/number-field.tsx";
import { durationText } from "../lib/duration.ts";
import { pathTo } from "../lib/router.ts";
import { keyText, t } from "../lib/texts.ts";
import { currentRow, isPlaying } from "../player/player-state.ts";
import { Artwork } from "../results/artwork.tsx";
import { versionName } from "../results/version-name.ts";
import type { ShortlistSong } from "./shortlist-songs.ts";
import { changeSong, removeSong, shiftSong } from "./opened-state.ts";
import { playListed, playUnderFilm } from "./play-listed.ts";
import { StarRating } from "./star-rating.tsx";

interface ShortlistSongRowProps {
  readonly songs: readonly ShortlistSong[];
  readonly song: ShortlistSong;
  readonly index: number;
  readonly onGrab: (event: PointerEvent) => void;
}

/** A song of a shortlist. The handle is dragged, or moves the song with the arrow keys. */
export function ShortlistSongRow({ songs, song, index, onGrab }: ShortlistSongRowProps) {
  const isCurrent = currentRow.value?.id === song.id;
  const isSounding = isCurrent && isPlaying.value;
  const isAvailable = song.availability === "available";
  return (
    <article
      class={isCurrent ? "listed-song current" : isAvailable ? "listed-song" : "listed-song gone"}
      aria-label={song.title}
      data-song={song.id}
    >
      <div class="listed-order">
        <button
          type="button"
          class="drag-handle"
          aria-label={t("entry.move", { title: song.title, position: index + 1 })}
          title={t("entry.move-hint")}
          onPointerDown={onGrab}
          onKeyDown={(event) => {
            const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
            if (step === 0) return;
            event.preventDefault();
            void shiftSong(song.entryId, step);
          }}
        >
          <span aria-hidden="true">⠿</span> {index + 1}
        </button>
      </div>
      <button
        type="button"
        class="song-play"
        disabled={song.files.length === 0}
        aria-label={t(isSounding ? "player.pause-song" : "player.play-song", { title: song.title })}
        onClick={() => playListed(songs, index)}
      >
        <Artwork row={song} />
        <span class="song-play-sign" aria-hidden="true">
          <Icon name={isSounding ? "pause" : "play"} />
        </span>
      </button>
      <div class="listed-main">
        <h2>
          {isAvailable ? (
            <a class="title-link" href={pathTo("song", { id: song.id })}>
              <bdi>{song.title}</bdi>
            </a>
          ) : (
            <bdi>{song.title}</bdi>
          )}
        </h2>
        <p class="dim">
          <bdi>{song.artists.length === 0 ? t("results.no-artist") : song.artists.join(", ")}</bdi>
          {isAvailable ? ` · ${factsOf(song)}` : null}
        </p>
        {isAvailable ? null : (
          <p class="bad">{t(`entry.${song.availability === "removed" ? "removed" : "retired"}`)}</p>
        )}
        <textarea
          class="field listed-note"
          name="note"
          rows={1}
          maxLength={2_000}
          aria-label={t("entry.note", { title: song.title })}
          placeholder={t("entry.note-hint")}
          defaultValue={song.note}
          onChange={(event) => void changeSong(song.entryId, { note: event.currentTarget.value })}
        />
      </div>
      <Choices songs={songs} song={song} index={index} />
    </article>
  );
}

function Choices({ songs, song, index }: Omit<ShortlistSongRowProps, "onGrab">) {
  return (
    <div class="listed-choices">
      <StarRating
        label={t("entry.rating", { title: song.title })}
        value={song.rating}
        onChoose={(rating) => void changeSong(song.entryId, { rating })}
      />
      {song.files.length < 2 ? null : (
        <select
          class="select"
          aria-label={t("entry.version", { title: song.title })}
          value={song.files[0]?.id}
          onChange={(event) => void changeSong(song.entryId, { audio_file_id: event.currentTarget.value })}
        >
          {song.files.map((file) => (
            <option key={file.id} value={file.id}>
              {versionName(file)}
            </option>
          ))}
        </select>
      )}
      <label class="listed-offset">
        <span class="dim">{t("entry.offset")}</span>
        <NumberField
          class="field"
          step={0.01}
          min={-86_400}
          max={86_400}
          stored={song.offsetSeconds === null ? "" : String(song.offsetSeconds)}
          onNumber={(seconds) => void changeSong(song.entryId, { offset_seconds: seconds })}
        />
      </label>
      {song.assetId === null || song.files.length === 0 ? null : (
        <button
          type="button"
          class="icon-button"
          aria-label={t("entry.film", { title: song.title })}
          title={t("entry.film", { title: song.title })}
          onClick={() => playUnderFilm(songs, index)}
        >
          <Icon name="film" />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t("entry.remove", { title: song.title })}
        title={t("entry.remove", { title: song.title })}
        onClick={() => void removeSong(song)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function factsOf({ bpm, musicalKey, files }: ShortlistSong): string {
  const length = durationText(files[0]?.seconds ?? null);
  return [length, bpm === null ? "" : `${bpm} bpm`, keyText(musicalKey)].filter((fact) => fact !== "").join(" · ");
}
