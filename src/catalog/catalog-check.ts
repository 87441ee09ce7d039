import type { ReadinessCheck } from "../feature/feature.ts";
import type { CatalogFailure, LiveCatalog } from "./live-catalog.ts";

/**
 * Checks whether the catalog can be searched. An empty catalog counts as ready, because its searches return no songs. The
 * endpoint is public, so the reasons, which contain paths, are only logged.
 */
export function catalogCheck(catalog: Pick<LiveCatalog, "current" | "failure" | "damage">): ReadinessCheck {
  const open = catalog.current();
  const damage = catalog.damage();
  const failure = catalog.failure();
  const name = "catalog";
  if (damage !== null) {
    const what = damage.isForbidden ? "cannot be read: permission denied," : "are damaged or missing";
    return { name, ok: false, detail: `its files ${what} ${sinceOf(damage)}` };
  }
  const served =
    open === null ? "empty: nothing has been imported yet" : `${open.generation.songs} songs, index loaded`;
  if (failure === null) return { name, ok: true, detail: served };
  const reason = failure.isForbidden ? ": permission denied," : "";
  const trouble = `the newest catalog cannot be opened${reason} ${sinceOf(failure)}`;
  return { name, ok: open !== null, detail: open === null ? trouble : `${served}; ${trouble}` };
}

function sinceOf({ since }: CatalogFailure): string {
  return `since ${new Date(since).toISOString()}, see the log`;
}
