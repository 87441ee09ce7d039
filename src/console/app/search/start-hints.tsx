import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../lib/client.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import type { TextKey } from "../texts/en.ts";
import { query, searchNow } from "./search-state.ts";

const EXAMPLES: readonly TextKey[] = ["start.example.chase", "start.example.goodbye", "start.example.morning"];

/** What the page shows before the first search: the catalog, and briefs to try. */
export function StartHints() {
  const songs = useSignal<number | null>(null);
  useEffect(() => {
    client.readCatalog().then(
      ({ body }) => (songs.value = body.data.attributes.songs),
      () => undefined,
    );
  }, []);
  return (
    <section class="start" aria-labelledby="start">
      <h2 id="start">{t("start.title")}</h2>
      {songs.value === 0 ? (
        <p>
          {t("start.empty")} <a href={pathTo("status")}>{t("status.steps")}</a>
        </p>
      ) : (
        <p class="dim">{songs.value === null ? "\u00a0" : t("start.songs", { count: songs.value })}</p>
      )}
      <p>{t("start.text")}</p>
      <ul class="plain-list examples">
        {EXAMPLES.map((key) => (
          <li key={key}>
            <button
              type="button"
              class="example"
              onClick={() => {
                query.value = t(key);
                searchNow();
              }}
            >
              {t(key)}
            </button>
          </li>
        ))}
      </ul>
      <p class="dim for-keyboards">
        <kbd>Ctrl</kbd>+<kbd>K</kbd> {t("start.keys")}
      </p>
    </section>
  );
}
