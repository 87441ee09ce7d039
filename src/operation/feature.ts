import {
  type Feature,
  type FeatureDeps,
  type ReadinessCheck,
  readinessOf,
  type StorageGuard,
} from "../feature/feature.ts";
import { stopwatch } from "../lib/clock.ts";
import { adminOperationPaths } from "./admin-openapi.ts";
import { adminOperationRoutes, type ShownSetting } from "./admin-routes.ts";
import { diskCheck } from "./disk-check.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { logRoutes } from "./log-routes.ts";
import { LoopDelay } from "./loop-delay.ts";
import { operationOpenApi } from "./openapi.ts";
import { processMetrics } from "./process-metrics.ts";
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
  const loopDelay = new LoopDelay(deps.timer, stopwatch);
  return {
    name: "operation",
    routes: [
      healthRoutes(version, () => readinessOf(features())),
      metricsRoutes(() => features().flatMap((feature) => feature.metrics ?? []), deps),
      openApiRoutes(version, baseUrl, () => features().flatMap((feature) => feature.openapi ?? [])),
      adminOperationRoutes(deps, { baseUrl, settings }),
      logRoutes(deps, { baseUrl, end: lifecycle.end }),
    ],
    openapi: { ...operationOpenApi, paths: { ...operationOpenApi.paths, ...adminOperationPaths } },
    readiness: [() => lifecycle.check(), () => storage.readiness(), () => checkDisk(storage, disk)],
    services: [loopDelay],
    metrics: [...processMetrics(deps), ...loopDelay.metrics],
  };
}

/** Checks the disk. If the data folder was replaced, it fails without writing to the foreign folder. */
function checkDisk(storage: StorageGuard, disk: () => ReadinessCheck): ReadinessCheck {
  return storage.failure() === "moved"
    ? { name: "disk", ok: false, detail: "the data folder was removed or replaced" }
    : disk();
}
