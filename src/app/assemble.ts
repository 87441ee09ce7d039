import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { createApp } from "../http/app.ts";
import type { RequestMetrics } from "../http/request-metrics.ts";
import type { DutyMetrics } from "../jobs/duty-metrics.ts";
import { JobRunner } from "../jobs/runner.ts";
import { Scheduler } from "../jobs/scheduler.ts";
import type { Service } from "../lib/service.ts";

/** The parts of a running server: the HTTP application, the job runner and the background services. */
export interface Assembly {
  readonly app: ReturnType<typeof createApp>;
  readonly jobs: JobRunner;
  /** They start last, in order, after the port is bound. */
  readonly background: readonly Service[];
  /** Runs the preparations of all features in order. Call it before the first request. Throws the signal's reason between two. */
  prepare(signal?: AbortSignal): Promise<void>;
}

/** Concatenates the contributions of the features. Starts nothing. */
export function assemble(
  deps: FeatureDeps,
  features: readonly Feature[],
  {
    requestMetrics,
    dutyMetrics,
    isClockTrusted,
  }: {
    readonly requestMetrics: RequestMetrics;
    readonly dutyMetrics: DutyMetrics;
    /** Whether what is too old by the clock can be deleted. */
    readonly isClockTrusted: () => boolean;
  },
): Assembly {
  const { db, queue, clock, timer, log } = deps;
  const all = <Part>(pick: (feature: Feature) => readonly Part[] | undefined): readonly Part[] =>
    features.flatMap((feature) => pick(feature) ?? []);
  const jobs = new JobRunner({
    db,
    queue,
    kinds: all((feature) => feature.jobKinds),
    lanes: Object.assign({}, ...features.map((feature) => feature.lanes ?? {})),
    clock,
    timer,
    log,
    isOnlyRunner: true,
  });
  const scheduler = new Scheduler({
    duties: all((feature) => feature.duties),
    timer,
    log,
    onRun: (run) => dutyMetrics.ended(run),
    isClockTrusted,
    hold: (name) => db.hold(name),
  });
  return {
    app: createApp({ ...deps, metrics: requestMetrics, routes: all((feature) => feature.routes) }),
    jobs,
    background: [jobs, scheduler, ...all((feature) => feature.services)],
    prepare: async (signal) => {
      for (const prepare of all((feature) => feature.preparations)) {
        signal?.throwIfAborted();
        await prepare(signal ?? null);
      }
    },
  };
}
