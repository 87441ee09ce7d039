import type { ReadinessCheck } from "../feature/feature.ts";
import type { LiveCatalog } from "./live-catalog.ts";

/** Whether the catalog can be searched. An empty installation is ready too: it answers searches without songs. */
export function catalogCheck(catalog: Pick<LiveCatalog, "current" | "failure">): ReadinessCheck {
  const open = catalog.current();
  const failure = catalog.failure();
  const served =
    open === null ? "empty: nothing has been imported yet" : `${open.generation.songs} songs, index loaded`;
  if (failure === null) return { name: "catalog", ok: true, detail: served };
  // The log has the reason. Its message names paths, and anyone may read this response.
  const since = new Date(failure.since).toISOString();
  const trouble = `the newest catalog cannot be opened since ${since}, see the log`;
  return { name: "catalog", ok: open !== null, detail: open === null ? trouble : `${served}; ${trouble}` };
}
