import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { Duty } from "../jobs/scheduler.ts";
import { backgroundSlots } from "../native/background-slots.ts";
import { MetricSet } from "../lib/metric-set.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { measureJob, type MeasureJobParts, MEASURE_LANE } from "./jobs.ts";
import { measureApart } from "./measure-apart.ts";

export interface AudioFeature extends Feature {
  /** How many files this process has measured, failures included. */
  readonly measuredCount: () => number;
}

/** Measures the catalog's audio files. `survey` finds those that are not measured yet. */
export function audioFeature(
  { config, db, clock, log }: FeatureDeps,
  given: Pick<MeasureJobParts, "locate" | "keepFindings"> & { readonly survey: Duty },
): AudioFeature {
  const parts = openNativeParts(config.dataDir);
  const metrics = new MetricSet();
  const measured = metrics.counter({
    name: "needledrop_audio_measured_total",
    help: "Audio files measured, by outcome: measured, failed.",
    labels: ["outcome"],
  });
  let count = 0;
  const job = measureJob({
    db,
    clock,
    log,
    locate: (ref) => given.locate(ref),
    keepFindings: (digest, findings) => given.keepFindings(digest, findings),
    measure: (path, signal) => measureApart(path, parts, signal),
    onMeasured: (outcome) => {
      count++;
      measured.inc({ outcome });
    },
  });
  return {
    name: "audio",
    measuredCount: () => count,
    jobKinds: [job],
    lanes: { [MEASURE_LANE]: backgroundSlots() },
    duties: [given.survey],
    metrics: metrics.all,
  };
}
