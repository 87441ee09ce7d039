import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { addressPolicy } from "./address-policy.ts";
import { connector } from "./connector.ts";

import { DELIVERY_SLOTS, hostGuard } from "./host-guard.ts";
import { stopwatch } from "../lib/clock.ts";
import { deliveryJob, type DeliveryJobParts } from "./jobs.ts";
import { DeliveryMetrics } from "./metrics.ts";
import { recallUntried } from "./recall.ts";
import { recentTries } from "./store.ts";
import { webhookOpenApi } from "./openapi.ts";

/** Deliveries mostly wait for their receivers; host-guard.ts shares the worker slots out. */
const LANES = { webhook: DELIVERY_SLOTS } as const;
/** Deliveries whose latest attempts show at the start which receivers are slow. */
const PAST_ATTEMPTS_MAX = 5_000;

/** Delivers the results of searches to their callbacks. */
export function webhookFeature(
  { config, db, queue, clock, timer, log, version }: FeatureDeps,
  bodies: Pick<DeliveryJobParts, "keyOf" | "bodyOf" | "secretOf">,
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
    hosts: hostGuard(recentTries(db, PAST_ATTEMPTS_MAX)),
    random: Math.random,
    version,
    keyOf: (executionId) => bodies.keyOf(executionId),
    bodyOf: (executionId) => bodies.bodyOf(executionId),
    secretOf: (executionId) => bodies.secretOf(executionId),
    onAttempt: (outcome) => metrics.attempted(outcome),
  });
  return {
    name: "webhooks",
    openapi: webhookOpenApi,
    jobKinds: [job],
    lanes: LANES,
    preparations: [() => recallUntried(db, queue)],
    metrics: metrics.all,
  };
}
