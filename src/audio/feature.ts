import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { MetricSet } from "../lib/metric-set.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { measureJob } from "./jobs.ts";
import { measureApart } from "./measure-apart.ts";

/** Measures the catalog's audio files. `survey` finds those that are not measured yet. */
export function audioFeature(
  { config, db, clock, log }: FeatureDeps,
  { pathOf, survey }: { readonly pathOf: (ref: string) => string | null; readonly survey: Duty },
): Feature {
  const parts = openNativeParts(config.dataDir);
  const metrics = new MetricSet();
  const measured = metrics.counter({
    name: "needledrop_audio_measured_total",
    help: "Audio files measured, by outcome: measured, failed.",
    labels: ["outcome"],
  });
  const job = measureJob({
    db,
    clock,
    log,
    pathOf,
    measure: (path, signal) => measureApart(path, parts, signal),
    onMeasured: (outcome) => measured.inc({ outcome }),
  });
  return { name: "audio", jobKinds: [job], duties: [survey], metrics: metrics.all };
}
