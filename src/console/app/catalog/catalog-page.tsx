import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Select } from "../controls/select.tsx";
import { pathTo, query as pageQuery } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { SORTS } from "./facet-names.ts";
import { FacetPanel } from "./facet-panel.tsx";
import {
  catalogQuery,
  clearFilters,
  facetFailure,
  followAddress,
  isFiltered,
  readFacets,
  showAddress,
  sort,
  startSong,
  topSong,
  writeTitle,
  writtenTitle,
} from "./filter-state.ts";
import { SongTable } from "./song-table.tsx";

/** The address follows a list that scrolls with this delay: browsers limit how often it changes. */
const TOP_WAIT_MS = 400;

let topWaits: ReturnType<typeof setTimeout> | undefined;

function keepTop(index: number): void {
  clearTimeout(topWaits);
  topWaits = setTimeout(() => (topSong.value = index), TOP_WAIT_MS);
}

/** The catalog: facets with their counts, and the songs that they leave. */
export function CatalogPage() {
  // Before the first request, so that it asks for what the address says.
  useMemo(() => showAddress(pageQuery.peek()), []);
  useEffect(() => followAddress(), []);
  const query = catalogQuery.value;
  // The songs are shown first: counting the facets and showing them takes as long.
  const hasSongs = useSignal(false);
  useEffect(() => {
    if (!hasSongs.value) return undefined;
    const ended = new AbortController();
    void readFacets(query, ended.signal);
    return () => ended.abort();
  }, [JSON.stringify(query), hasSongs.value]);
  return (
    <div class="catalog-page">
      <aside class="catalog-side" aria-label={t("catalog.filters")}>
        <div class="catalog-side-head">
          <h1>{t("catalog.title")}</h1>
          <a href={pathTo("playlists")}>{t("playlists.title")}</a>
        </div>
        <input
          class="field"
          type="search"
          aria-label={t("catalog.search-title")}
          placeholder={t("catalog.search-title")}
          maxLength={200}
          value={writtenTitle.value}
          onInput={(event) => writeTitle(event.currentTarget.value)}
        />
        <div class="catalog-sort">
          <Select
            label={t("catalog.sort")}
            value={sort.value}
            options={SORTS.map((value) => [value, t(`sort.${value === "" ? "usual" : value}`)])}
            onChoose={(value) => (sort.value = value)}
          />
          {isFiltered.value ? (
            <button type="button" class="button quiet small" onClick={clearFilters}>
              {t("catalog.clear")}
            </button>
          ) : null}
        </div>
        {facetFailure.value === null ? null : <p class="bad">{facetFailure.value}</p>}
        <FacetPanel />
      </aside>
      <div class="catalog-songs">
        <SongTable query={query} start={startSong} onTop={keepTop} onAnswer={() => (hasSongs.value = true)} />
      </div>
    </div>
  );
}
