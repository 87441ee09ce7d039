import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { addressPolicy } from "./address-policy.ts";
import { connector } from "./connector.ts";
import { DELIVERY_SLOTS, hostGuard } from "./host-guard.ts";
import { stopwatch } from "../lib/clock.ts";
import { deliveryJob, type DeliveryJobDeps } from "./jobs.ts";
import { DeliveryMetrics } from "./metrics.ts";
import { hastenUnattempted } from "./hasten-unattempted.ts";
import { recentAttempts } from "./store.ts";
import { webhookOpenApi } from "./openapi.ts";

/** Deliveries mostly wait for their receivers. host-guard.ts distributes the worker slots. */
const LANES = { webhook: DELIVERY_SLOTS } as const;
/** Deliveries whose latest attempts are read at the start, to know which receivers are slow. */
const PAST_ATTEMPTS_MAX = 5_000;

/** Delivers the results of searches to their callbacks. */
export function webhookFeature(
  { config, db, queue, clock, timer, log, version }: FeatureDeps,
  bodies: Pick<DeliveryJobDeps, "keyOf" | "bodyOf" | "secretsOf">,
): Feature {
  const metrics = new DeliveryMetrics();
  const job = deliveryJob({
    db,
    queue,
    clock,
    stopwatch,
    timer,
    log,
    post: connector({ policy: addressPolicy(config.callbackAllow), ca: config.callbackCa, timer }),
    hosts: hostGuard(recentAttempts(db, PAST_ATTEMPTS_MAX)),
    random: Math.random,
    version,
    keyOf: (executionId) => bodies.keyOf(executionId),
    bodyOf: (executionId) => bodies.bodyOf(executionId),
    secretsOf: (executionId) => bodies.secretsOf(executionId),
    onAttempt: (outcome) => metrics.attempted(outcome),
  });
  return {
    name: "webhooks",
    openapi: webhookOpenApi,
    jobKinds: [job],
    lanes: LANES,
    preparations: [() => hastenUnattempted(db, queue)],
    metrics: metrics.all,
  };
}
