import { useEffect } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { usePageName } from "../lib/page-name.ts";
import { pathTo } from "../lib/router.ts";
import { durationText } from "../lib/duration.ts";
import { t } from "../lib/texts.ts";
import { ExportLinks } from "./export-links.tsx";
import { playListed } from "./play-listed.ts";
import { dragRow, rowDrag } from "./drag-row.ts";
import { shiftOf } from "./row-drag.ts";
import { keepMovedSongs } from "./keep-moved-songs.ts";
import { ShortlistSongRow } from "./shortlist-song-row.tsx";
import { SharePanel } from "./share-panel.tsx";
import { changeList, moveSong, opened, openList } from "./opened-state.ts";

/** One shortlist: its songs in an order that can be changed, with notes, ratings and versions. */
export function ListPage({ id }: { readonly id: string }) {
  useEffect(() => void openList(id), [id]);
  useEffect(() => keepMovedSongs(), []);
  const { value } = opened;
  usePageName(value.kind === "open" && value.list.id === id ? value.list.attributes.name : null);
  switch (value.kind) {
    case "loading":
      return <p class="page-loading dim">{t("status.loading")}</p>;
    case "missing":
      return (
        <section class="sheet">
          <h1>{t("list.missing")}</h1>
          <p>
            <a href={pathTo("shortlists")}>{t("lists.title")}</a>
          </p>
        </section>
      );
    case "failed":
      return <p class="page-loading bad">{value.message}</p>;
    case "open":
      // Before the effect, the state still has the list that was open before.
      return value.list.id === id ? <OpenList /> : <p class="page-loading dim">{t("status.loading")}</p>;
  }
}

function OpenList() {
  const { value } = opened;
  if (value.kind !== "open") return null;
  const { list, songs } = value;
  const { value: drag } = rowDrag;
  const { name, note } = list.attributes;
  const seconds = songs.reduce((sum, { files }) => sum + (files[0]?.seconds ?? 0), 0);
  return (
    <div class="sheets list-page">
      <p class="list-back">
        <a href={pathTo("shortlists")}>{t("lists.title")}</a>
      </p>
      <div class="list-head">
        <h1 class="hidden-text">{name}</h1>
        <input
          key={`name ${list.id}`}
          class="field list-name"
          name="list-name"
          aria-label={t("list.name")}
          maxLength={120}
          defaultValue={name}
          onChange={(event) => void changeList({ name: event.currentTarget.value })}
        />
        <textarea
          key={`note ${list.id}`}
          class="field"
          name="list-note"
          aria-label={t("list.note")}
          placeholder={t("list.note")}
          rows={2}
          maxLength={2_000}
          defaultValue={note}
          onChange={(event) => void changeList({ note: event.currentTarget.value })}
        />
        <div class="list-actions">
          <button
            type="button"
            class="button"
            disabled={songs.length === 0}
            onClick={() => {
              const first = songs.findIndex(({ files }) => files.length > 0);
              if (first !== -1) playListed(songs, first);
            }}
          >
            <Icon name="play" /> {t("list.play")}
          </button>
          <span class="dim">{t("list.facts", { count: songs.length, length: durationText(seconds) })}</span>
        </div>
        <ExportLinks id={list.id} />
        <SharePanel id={list.id} />
      </div>
      {songs.length === 0 ? <p class="no-songs">{t("list.empty")}</p> : null}
      <ol class="plain-list listed-songs" aria-label={t("list.songs")}>
        {songs.map((song, index) => (
          <li
            key={song.entryId}
            class={drag === null ? undefined : drag.from === index ? "dragged" : "making-way"}
            style={{ transform: drag === null ? "" : `translateY(${shiftOf(drag, index)}px)` }}
          >
            <ShortlistSongRow
              songs={songs}
              song={song}
              index={index}
              onGrab={(event) => dragRow(event, index, (to) => void moveSong(song.entryId, to + 1))}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
