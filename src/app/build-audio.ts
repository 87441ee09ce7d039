import { measureJob } from "../audio/jobs.ts";
import { measureApart } from "../audio/measure-apart.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { measureSurvey } from "../catalog/survey-unmeasured.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { MediaStore } from "../media/store/media-store.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

export interface AudioServices {
  readonly kinds: readonly JobKind<{ ref: string }>[];
  readonly survey: Duty;
}

/** Builds the services that measure media; starts none. */
export function buildAudio(
  { config, db, clock, log }: Core,
  deps: {
    readonly queue: Queue;
    readonly catalog: LiveCatalog;
    readonly metrics: ServiceMetrics;
    readonly store: MediaStore;
  },
): AudioServices {
  const parts = openNativeParts(config.dataDir);
  const pathOf = (ref: string): string | null => deps.store.pathOf(ref);
  const job = measureJob({
    db,
    clock,
    log,
    pathOf,
    measure: (path, signal) => measureApart(path, parts, signal),
    onMeasured: (outcome) => deps.metrics.audioMeasured(outcome),
  });
  return { kinds: [job], survey: measureSurvey({ db, queue: deps.queue, catalog: deps.catalog, pathOf }) };
}
