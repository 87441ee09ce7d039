import { Icon } from "../controls/icon.tsx";
import { durationText } from "../lib/duration.ts";
import { t } from "../lib/texts.ts";
import type { Excerpt } from "./excerpt.ts";
import { ExcerptField } from "./excerpt-field.tsx";
import {
  earlierAssetCount,
  excerpt,
  forgetEarlierAssets,
  forgetFile,
  phase,
  soundFile,
  usesTempTrack,
  chooseTempTrack,
} from "./search-state.ts";
import { type DroppedFile, droppedFiles } from "./uploads.ts";

/** The pictures, films and audio files of the search, with the progress of their uploads. */
export function DroppedFiles() {
  if (droppedFiles.value.length === 0 && earlierAssetCount.value === 0) return null;
  return (
    <ul class="dropped plain-list" aria-label={t("search.files")}>
      {earlierAssetCount.value === 0 ? null : (
        <li class="dropped-file earlier">
          <span>
            {t("search.earlier-files", { count: earlierAssetCount.value })}
            {excerpt.value === null ? null : ` · ${excerptText(excerpt.value)}`}
          </span>
          <Remove name={t("search.files")} onRemove={forgetEarlierAssets} />
        </li>
      )}
      {droppedFiles.value.map((file) => (
        <li key={file.number} class="dropped-file">
          <Preview file={file} />
          <div class="dropped-facts">
            <span class="file-name">{file.name}</span>
            <State file={file} />
            {file.isFilm && file.complaint === null ? <TempTrack /> : null}
          </div>
          <Remove name={file.name} onRemove={() => forgetFile(file)} />
          {earlierAssetCount.value === 0 && soundFile.value?.number === file.number ? (
            <ExcerptField file={file} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function excerptText({ start, end }: Excerpt): string {
  return t("excerpt.part", { from: durationText(start), to: durationText(end) });
}

/** Chooses whether songs shall sound like the film. */
function TempTrack() {
  return (
    <label class="temp-track">
      <input
        type="checkbox"
        checked={usesTempTrack.value}
        onChange={(event) => chooseTempTrack(event.currentTarget.checked)}
      />{" "}
      {t("search.temp-track")}
    </label>
  );
}

function Preview({ file: { isFilm, isAudio, preview } }: { readonly file: DroppedFile }) {
  if (isFilm) return <video class="preview" src={preview} muted playsInline preload="metadata" />;
  if (isAudio) return <Icon name="sound" />;
  return <img class="preview" src={preview} alt="" />;
}

function State({ file }: { readonly file: DroppedFile }) {
  if (file.complaint !== null) {
    return (
      <span class="trouble" role="alert">
        {file.complaint}
      </span>
    );
  }
  if (file.assetId === null) {
    return (
      <progress
        class="progress"
        max={1}
        value={file.progress}
        aria-label={t("search.uploading", { name: file.name })}
      />
    );
  }
  const isReady = file.isAnalysed || phase.value.kind !== "searching";
  return <span class="dim">{t(isReady ? "search.file-ready" : "search.file-analysing")}</span>;
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={t("search.remove", { name })} onClick={onRemove}>
      <Icon name="close" />
    </button>
  );
}
