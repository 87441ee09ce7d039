import { t } from "../lib/texts.ts";
import { phase, result, rows } from "./search-state.ts";

/** One line about the search, which screen readers announce. Its place is reserved, so that nothing moves. */
export function Progress() {
  const state = phase.value;
  if (state.kind === "failed") {
    return (
      <p class="search-state trouble" role="alert">
        {state.message}
      </p>
    );
  }
  return (
    <p class="search-state dim" role="status">
      {state.kind === "searching" ? <span class="spinner" aria-hidden="true" /> : null}
      {lineOf(state)}
    </p>
  );
}

function lineOf(state: Exclude<typeof phase.value, { readonly kind: "failed" }>): string {
  switch (state.kind) {
    case "idle":
      return t("search.idle");
    case "searching":
      return state.waitingFor.length > 0
        ? t("search.analysing", { count: state.waitingFor.length })
        : t("search.searching");
    case "answered":
      return result.value === null ? "" : t("search.found", { count: rows.value.length });
  }
}
