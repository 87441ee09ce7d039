import {
  type Feature,
  type FeatureDeps,
  type ReadinessCheck,
  readinessOf,
  type StorageGuard,
} from "../feature/feature.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { MetricSet } from "../lib/metric-set.ts";
import { adminOperationPaths } from "./admin-openapi.ts";
import { adminOperationRoutes, type ShownSetting } from "./admin-routes.ts";
import { diskCheck } from "./disk-check.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { operationOpenApi } from "./openapi.ts";
import { healthRoutes, metricsRoutes, openApiRoutes } from "./routes.ts";

export interface OperationOptions {
  readonly baseUrl: () => string;
  readonly lifecycle: Lifecycle;
  /** All features, this one included. */
  readonly features: () => readonly Feature[];
  /** The settings in force, with masked secrets. */
  readonly settings: () => readonly ShownSetting[];
}

/** Health, readiness, metrics and the OpenAPI document, for operators and load balancers. */
export function operationFeature(
  deps: FeatureDeps,
  { baseUrl, lifecycle, features, settings }: OperationOptions,
): Feature {
  const { version, config, clock, storage } = deps;
  const disk = diskCheck(config.dataDir, clock);
  return {
    name: "operation",
    routes: [
      healthRoutes(version, () => readinessOf(features())),
      metricsRoutes(() => features().flatMap((feature) => feature.metrics ?? []), deps),
      openApiRoutes(version, baseUrl, () => features().flatMap((feature) => feature.openapi ?? [])),
      adminOperationRoutes(deps, { baseUrl, settings }),
    ],
    openapi: { ...operationOpenApi, paths: { ...operationOpenApi.paths, ...adminOperationPaths } },
    readiness: [() => lifecycle.check(), () => storage.readiness(), () => checkDisk(storage, disk)],
    metrics: processMetrics(deps),
  };
}

/** Checks the disk. If the data folder was replaced, it fails without writing to the foreign folder. */
function checkDisk(storage: StorageGuard, disk: () => ReadinessCheck): ReadinessCheck {
  return storage.failure() === "moved"
    ? { name: "disk", ok: false, detail: "the data folder was removed or replaced" }
    : disk();
}

function processMetrics({ version, clock, log }: FeatureDeps): MetricSet["all"] {
  const metrics = new MetricSet();
  const startedAt = clock.now();
  metrics.gauge(
    { name: "needledrop_build_info", help: "Always 1; the label is the version of the program.", labels: ["version"] },
    (gauge) => gauge.set({ version }, 1),
  );
  metrics.gauge(
    {
      name: "needledrop_start_time_seconds",
      help: "When the server started, in Unix seconds; the uptime is `time()` minus this.",
      labels: [],
    },
    (gauge) => gauge.set(startedAt / SECOND_MS),
  );
  metrics.readCounter(
    {
      name: "needledrop_log_lines_dropped_total",
      help: "Log lines that could not be written, because the disk behind stderr is full or its reader has ended.",
      labels: [],
    },
    () => log.linesDropped?.() ?? 0,
  );
  return metrics.all;
}
