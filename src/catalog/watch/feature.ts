import type { Feature, FeatureDeps, ReadinessCheck } from "../../feature/feature.ts";
import { HOUR_MS, SECOND_MS } from "../../lib/clock.ts";
import { MetricSet } from "../../lib/metric-set.ts";
import { FolderWatch, type FolderWatchDeps } from "./folder-watch.ts";
import { scanApart } from "./scan-apart.ts";
import type { WatchFolder } from "./watch-store.ts";

/** A start already has enough to do. */
const FIRST_LOOK_AFTER_MS = 5 * SECOND_MS;

/** While the clock is in doubt, absent songs are not retired. */
const ENDLESS_GRACE_MS = Number.MAX_SAFE_INTEGER;

export interface Watching extends Pick<FolderWatchDeps, "importFolder"> {
  /** Whether a time that has passed by the clock has really passed. */
  readonly isClockTrusted: () => boolean;
}

/** Watched folders: the duty that imports them, one after the other. */
export function watchFeature(deps: FeatureDeps, { importFolder, isClockTrusted }: Watching): Feature {
  const { config, db, clock, log } = deps;
  const { folders, everySeconds, settleSeconds, graceHours, media } = config.watch;
  const watches = folders.map(
    (folder) =>
      new FolderWatch(folder, {
        settleMs: settleSeconds * SECOND_MS,
        get graceMs() {
          return isClockTrusted() || graceHours === 0 ? graceHours * HOUR_MS : ENDLESS_GRACE_MS;
        },
        media,
        db,
        clock,
        log,
        importFolder,
        scan: scanApart,
      }),
  );
  const metrics = new MetricSet();
  metrics.slowGauge(
    {
      name: "needledrop_watch_troubled_folders",
      help: "Watched folders that are unavailable, could not be imported, or wait for a confirmation.",
      labels: [],
    },
    () => troubled(watches),
    (gauge, found) => gauge.set(found.length),
  );
  const run = async (signal: AbortSignal): Promise<void> => {
    for (const watch of watches) {
      await watch.look(signal);
      signal.throwIfAborted();
    }
  };
  const duty = {
    name: "watch folders",
    everyMs: everySeconds * SECOND_MS,
    firstAfterMs: FIRST_LOOK_AFTER_MS,
    runsOn: "one node",
  } as const;
  return {
    name: "watch",
    duties: watches.length === 0 ? [] : [{ ...duty, run }],
    readiness: watches.length === 0 ? [] : [() => watchCheck(watches)],
    metrics: metrics.all,
  };
}

/** Always passes: the server answers from the current catalog, whatever the state of a folder. */
async function watchCheck(watches: readonly FolderWatch[]): Promise<ReadinessCheck> {
  const found = await troubled(watches);
  // Without paths, because /readyz is public.
  const states = [...new Set(found.map(({ state }) => state))].join(", ");
  const said = `${found.length} of ${watches.length}: ${states}; see needledrop watch list`;
  return { name: "watched folders", ok: true, detail: found.length === 0 ? "no trouble" : said };
}

async function troubled(watches: readonly FolderWatch[]): Promise<readonly WatchFolder[]> {
  const found: WatchFolder[] = [];
  for (const watch of watches) {
    const status = await watch.status();
    if (status !== null && status.state !== "current" && status.state !== "waiting") found.push(status);
  }
  return found;
}
