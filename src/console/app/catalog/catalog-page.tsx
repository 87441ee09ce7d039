import { useEffect, useRef } from "preact/hooks";
import { Select } from "../controls/select.tsx";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { FacetPanel } from "./facet-panel.tsx";
import {
  catalogQuery,
  clearFilters,
  facetFailure,
  isFiltered,
  readFacets,
  sort,
  SORTS,
  title,
} from "./filter-state.ts";
import { SongTable } from "./song-table.tsx";

/** A letter more often than this would ask again before the answer is there. */
const TITLE_WAIT_MS = 300;

/** The catalog: facets with their counts, and the songs that they leave. */
export function CatalogPage() {
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const query = catalogQuery.value;
  useEffect(() => {
    const ended = new AbortController();
    void readFacets(query, ended.signal);
    return () => ended.abort();
  }, [JSON.stringify(query)]);
  const writeTitle = (text: string): void => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => (title.value = text), TITLE_WAIT_MS);
  };
  return (
    <div class="catalog-page">
      <aside class="catalog-side" aria-label={t("catalog.filters")}>
        <div class="catalog-side-head">
          <h1>{t("catalog.title")}</h1>
          <a href={pathTo("playlists")}>{t("playlists.title")}</a>
        </div>
        <input
          key={isFiltered.value ? "filtered" : "all"}
          class="field"
          type="search"
          aria-label={t("catalog.search-title")}
          placeholder={t("catalog.search-title")}
          maxLength={200}
          defaultValue={title.value}
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
        <SongTable query={query} />
      </div>
    </div>
  );
}
