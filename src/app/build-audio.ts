import { isAbsolute, join } from "node:path";
import { measureJob } from "../audio/jobs.ts";
import { measureApart } from "../audio/measure-apart.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { measureSurvey } from "../catalog/survey-unmeasured.ts";
import type { ServiceMetrics } from "../http/metrics.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";

export interface AudioServices {
  readonly kinds: readonly JobKind<{ ref: string }>[];
  readonly survey: Duty;
}

/** Everything that measures media; nothing is started. */
export function buildAudio(
  { config, db, clock, log }: Core,
  around: { readonly queue: Queue; readonly catalog: LiveCatalog; readonly metrics: ServiceMetrics },
): AudioServices {
  const parts = openNativeParts(config.dataDir);
  const pathOf = (ref: string): string | null => pathOfRef(config.dataDir, ref);
  const job = measureJob({
    db,
    clock,
    log,
    pathOf,
    measure: (path, signal) => measureApart(path, parts, signal),
    onMeasured: (outcome) => around.metrics.audioMeasured(outcome),
  });
  return { kinds: [job], survey: measureSurvey({ db, queue: around.queue, catalog: around.catalog, pathOf }) };
}

/** Where what a media ref names lies; null for what lies nowhere (yet). */
function pathOfRef(dataDir: string, ref: string): string | null {
  if (isAbsolute(ref)) return ref;
  const [, digest = "", extension = ""] = /^store:([0-9a-f]{64})(\.[a-z0-9]+)?$/.exec(ref) ?? [];
  return digest === "" ? null : join(dataDir, "media", digest.slice(0, 2), digest + extension);
}
