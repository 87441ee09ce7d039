import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { createApp } from "../http/app.ts";
import type { RequestMetrics } from "../http/request-metrics.ts";
import { JobRunner } from "../jobs/runner.ts";
import { Scheduler } from "../jobs/scheduler.ts";
import type { Service } from "../lib/service.ts";

/** What runs: the HTTP application, and the services that work in the background. */
export interface Assembly {
  readonly app: ReturnType<typeof createApp>;
  readonly jobs: JobRunner;
  /** Started last, in order, once the port is bound. */
  readonly background: readonly Service[];
  /** Runs the preparations of all features in order; before the first request. */
  prepare(): Promise<void>;
}

/** Concatenates what the features contribute. Nothing is started. */
export function assemble(deps: FeatureDeps, features: readonly Feature[], requestMetrics: RequestMetrics): Assembly {
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
  const scheduler = new Scheduler({ duties: all((feature) => feature.duties), timer, log });
  return {
    app: createApp({ ...deps, metrics: requestMetrics, routes: all((feature) => feature.routes) }),
    jobs,
    background: [jobs, scheduler, ...all((feature) => feature.services)],
    prepare: async () => {
      for (const prepare of all((feature) => feature.preparations)) await prepare();
    },
  };
}
