import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { reasonsText } from "../results/page-wording.ts";
import { MarkButtons } from "../turns/mark-buttons.tsx";
import { Artwork } from "../results/artwork.tsx";
import { currentRow, isPlaying, togglePlay } from "./player-state.ts";
import { closeSimilar, similar, type SimilarAnswer } from "./similar-state.ts";

/** Songs that are similar to the one that plays, above the player. */
export function SimilarPanel() {
  const panel = useRef<HTMLElement>(null);
  const { value } = similar;
  const isOpen = value !== null;
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen]);
  if (value === null) return null;
  const title = t("similar.title", { title: value.to });
  return (
    <section ref={panel} class="similar" tabIndex={-1} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="icon-button" aria-label={t("similar.close")} onClick={closeSimilar}>
          <Icon name="close" />
        </button>
      </header>
      <div aria-live="polite">
        <Answer answer={value.answer} />
      </div>
    </section>
  );
}

function Answer({ answer }: { readonly answer: SimilarAnswer }) {
  if (answer.kind === "loading") return <p class="dim">{t("similar.loading")}</p>;
  if (answer.kind === "failed") return <p class="bad">{answer.message}</p>;
  const { rows } = answer;
  if (rows.length === 0) return <p class="dim">{t("similar.none")}</p>;
  return (
    <ul class="plain-list similar-songs">
      {rows.map((row, index) => {
        const isCurrent = currentRow.value?.id === row.id;
        const isSounding = isCurrent && isPlaying.value;
        return (
          <li key={row.id} class={isCurrent ? "current" : undefined}>
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
            <div>
              <strong>
                <a class="title-link" href={pathTo("song", { id: row.id })}>
                  {row.title}
                </a>
              </strong>
              <span class="dim">{row.artists.length === 0 ? t("results.no-artist") : row.artists.join(", ")}</span>
              <span>{reasonsText(row)}</span>
            </div>
            <MarkButtons song={row} />
          </li>
        );
      })}
    </ul>
  );
}
