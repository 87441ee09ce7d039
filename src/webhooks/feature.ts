import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { readCallbackAllow } from "./address-policy.ts";
import { connector } from "./connector.ts";
import type { DeliverParts } from "./deliver.ts";
import { hostGuard } from "./host-guard.ts";
import { deliveryJob } from "./jobs.ts";
import { DeliveryMetrics } from "./metrics.ts";
import { webhookOpenApi } from "./openapi.ts";

/**
 * Deliveries mostly wait. The more worker slots there are, the more receivers can hang before another one waits for a
 * slot (host-guard.ts).
 */
const LANES = { webhook: 32 } as const;

/** Delivers the results of searches to their callbacks. */
export function webhookFeature(
  { config, db, clock, timer, log, version }: FeatureDeps,
  bodies: Pick<DeliverParts, "bodyOf" | "secretOf">,
): Feature {
  const metrics = new DeliveryMetrics();
  const job = deliveryJob({
    db,
    clock,
    log,
    post: connector({ allow: readCallbackAllow(config.callbackAllow), ca: config.callbackCa, timer }),
    hosts: hostGuard(),
    random: Math.random,
    version,
    bodyOf: (executionId) => bodies.bodyOf(executionId),
    secretOf: (executionId) => bodies.secretOf(executionId),
    onAttempt: (outcome) => metrics.attempted(outcome),
  });
  return { name: "webhooks", openapi: webhookOpenApi, jobKinds: [job], lanes: LANES, metrics: metrics.all };
}
