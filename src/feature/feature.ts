import type { AnyElysia } from "elysia";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { Config } from "../config/config.ts";
import type { ServiceDb } from "../db/service-db.ts";
import type { OpenApiPart } from "../http/openapi/operation.ts";
import type { RequestContexts } from "../http/request-contexts.ts";
import type { JobKind } from "../jobs/job-kind.ts";
import type { LanePlan } from "../jobs/lane.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Duty } from "../jobs/scheduler.ts";
import type { Timer } from "../lib/timer.ts";
import type { Access } from "../keys/access.ts";
import type { KeyUses } from "../keys/key-uses.ts";
import type { KeyReader } from "../keys/store.ts";
import type { Clock } from "../lib/clock.ts";
import type { NewId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { ServiceMetric } from "../lib/metric-set.ts";
import type { Service } from "../lib/service.ts";
import type { Slices } from "../lib/slices.ts";
import type { StorageFailure } from "../lib/storage-failure.ts";

/** Tracks whether the service database can be written. */
export interface StorageGuard {
  /** Why the database cannot be written, or null. */
  failure(): StorageFailure | null;
  readiness(): ReadinessCheck;
  /** Throws Refused (503) while the database cannot be written. Call it before expensive work. */
  requireWritable(): void;
  /** Records the error of a request if it is a failure of the database. */
  recordFailure(error: unknown): void;
}

/** The dependencies that every feature can be built from. Further ones are a second parameter of the feature's function. */
export interface FeatureDeps {
  readonly version: string;
  readonly config: Config;
  readonly clock: Clock;
  /** Measures durations: adjustments of the time of day do not change it. */
  readonly stopwatch: Clock;
  readonly timer: Timer;
  readonly newId: NewId;
  readonly log: Log;
  readonly db: ServiceDb;
  readonly keys: KeyReader;
  readonly access: Access;
  readonly keyUses: KeyUses;
  readonly audit: AuditTrail;
  readonly queue: Queue;
  readonly contexts: RequestContexts;
  readonly storage: StorageGuard;
  /** Runs lists of large tables. */
  readonly slices: Slices;
}

/** One line of `/readyz`. */
export interface ReadinessCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/**
 * Everything that a feature adds to the server: routes, job kinds, duties and so on. A missing member means none.
 * `app/assemble.ts` combines the members of all features. Creating a feature starts nothing.
 */
export interface Feature {
  readonly name: string;
  /** Elysia plugins, mounted in order. */
  readonly routes?: readonly (AnyElysia | Promise<AnyElysia>)[];
  readonly openapi?: OpenApiPart;
  readonly jobKinds?: readonly JobKind<unknown>[];
  /** Worker slots of the lanes that the feature's job kinds run in. */
  readonly lanes?: Readonly<Record<string, LanePlan>>;
  readonly duties?: readonly Duty[];
  /** Background services. They start in order after the port is bound, and stop in the same order. */
  readonly services?: readonly Service[];
  /**
   * Run in order before the first request: sweep leftovers of an earlier process, reject unusable settings, warm up. The signal is
   * aborted if the start is given up.
   */
  readonly preparations?: readonly ((signal: AbortSignal | null) => void | Promise<void>)[];
  /** Cheap checks. `/readyz` runs all of them for every request. */
  readonly readiness?: readonly (() => ReadinessCheck | Promise<ReadinessCheck>)[];
  readonly metrics?: readonly ServiceMetric[];
}

/** Runs the readiness checks of all `features`. */
export async function readinessOf(features: readonly Feature[]): Promise<readonly ReadinessCheck[]> {
  return await Promise.all(
    features.flatMap((feature) => (feature.readiness ?? []).map(async (check) => await check())),
  );
}
