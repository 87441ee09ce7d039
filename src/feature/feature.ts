import type { AnyElysia } from "elysia";
import type { Config } from "../config/config.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import type { RequestContexts } from "../http/request-contexts.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import type { KeyReader } from "../keys/store.ts";
import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { ServiceMetric } from "../lib/metric-set.ts";
import type { Service } from "../lib/service.ts";

/** Whether the service database can be written. */
export interface StorageGuard {
  /** Throws Refused (503) while the database cannot be written, before any work is done in vain. */
  requireWritable(): void;
  /** Records an error that a request met, in case it is a failure of the database. */
  met(error: unknown): void;
}

/** What every feature may be built from. Whatever else a feature needs is a second parameter of its own function. */
export interface FeatureDeps {
  readonly version: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  readonly log: Log;
  readonly db: ServiceDb;
  readonly keys: KeyReader;
  readonly queue: Queue;
  readonly contexts: RequestContexts;
  readonly storage: StorageGuard;
}

/** One line of `/readyz`. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/**
 * What a feature contributes to the appliance; absent members are empty. `app/services.ts` concatenates the
 * contributions of all features and starts nothing by itself.
 */
export interface Feature {
  readonly name: string;
  /** Elysia plugins, mounted in order. */
  readonly routes?: readonly (AnyElysia | Promise<AnyElysia>)[];
  readonly openapi?: OpenApiPart;
  readonly jobKinds?: readonly JobKind<unknown>[];
  /** Worker slots of the lanes that the feature's job kinds run in. */
  readonly lanes?: Readonly<Record<string, number>>;
  readonly duties?: readonly Duty[];
  /** Started after the port is bound, in order, and stopped in the same order. */
  readonly services?: readonly Service[];
  /** Run in order before the first request: sweep what an earlier process left behind, refuse unusable settings, warm up. */
  readonly preparations?: readonly (() => void | Promise<void>)[];
  /** Cheap checks: `/readyz` runs all of them for every request. */
  readonly readiness?: readonly (() => ReadinessCheck)[];
  readonly metrics?: readonly ServiceMetric[];
}

/** The results of the readiness checks of all `features`. */
export function readinessOf(features: readonly Feature[]): readonly ReadinessCheck[] {
  return features.flatMap((feature) => (feature.readiness ?? []).map((check) => check()));
}
