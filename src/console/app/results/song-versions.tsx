import { durationText } from "../lib/duration.ts";
import { t } from "../lib/texts.ts";
import { chooseFile, currentFile, currentRow, togglePlay } from "../player/player-state.ts";
import type { ResultRow } from "./result-rows.ts";
import { versionName } from "./version-name.ts";

interface SongVersionsProps {
  readonly rows: readonly ResultRow[];
  readonly row: ResultRow;
  readonly index: number;
}

/** The versions of a song, the one that fits best first, with their downloads, and the stems. */
export function SongVersions({ rows, row, index }: SongVersionsProps) {
  const listen = (file: number): void => {
    if (currentRow.value?.id !== row.id) togglePlay(rows, index);
    chooseFile(file);
  };
  return (
    <ul class="plain-list versions">
      {row.files.map((file, number) => (
        <li key={file.id} class={currentFile.value?.id === file.id ? "version current" : "version"}>
          <button type="button" class="link-button" onClick={() => listen(number)}>
            {versionName(file)}
          </button>
          <span class="dim">{durationText(file.seconds)}</span>
          {file.isInstrumental ? <span class="dim">{t("results.instrumental")}</span> : null}
          <a href={file.mp3} download>
            MP3
          </a>
          {file.wav === null ? null : (
            <a href={file.wav} download>
              WAV
            </a>
          )}
        </li>
      ))}
      {row.stems === null ? null : (
        <li class="version">
          <a href={row.stems} download>
            {t("results.stems")}
          </a>
        </li>
      )}
    </ul>
  );
}
