import { WindowedList } from "../lib/windowed-list.tsx";
import { t } from "../lib/texts.ts";
import { phase, rows } from "../search/search-state.ts";
import { SongOutline } from "./song-outline.tsx";
import { SongRow } from "./song-row.tsx";

/** The usual height of a row; the real one is measured. */
const ROW_PIXELS = 142;

/** The songs of the latest answer, in rank order. */
export function ResultList() {
  const list = rows.value;
  if (list.length === 0) {
    return phase.value.kind === "answered" ? <p class="no-songs">{t("results.none")}</p> : <Placeholders />;
  }
  return (
    <div class={phase.value.kind === "searching" ? "results stale" : "results"}>
      <h2 class="hidden-text">{t("results.title")}</h2>
      <WindowedList
        items={list}
        label={t("results.title")}
        keyOf={({ id }) => id}
        estimatePixels={ROW_PIXELS}
        renderOutline={(row) => <SongOutline row={row} />}
        render={(row, index) => <SongRow rows={list} row={row} index={index} />}
      />
    </div>
  );
}

/** Empty rows while the first answer is searched. */
function Placeholders() {
  if (phase.value.kind !== "searching") return null;
  return (
    <div class="placeholders" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((number) => (
        <div key={number} class="placeholder" />
      ))}
    </div>
  );
}
