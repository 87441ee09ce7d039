import type { Feature, FeatureDeps } from "../feature/feature.ts";
import { adminDeliveryPaths } from "./admin-openapi.ts";
import { adminDeliveryRoutes, type DeliveryAdministration } from "./admin-routes.ts";
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
  deps: FeatureDeps,
  bodies: Pick<DeliveryJobDeps, "bodyOf" | "secretsOf">,
  administration: Pick<DeliveryAdministration, "baseUrl">,
): Feature {
  const { config, db, queue, clock, timer, log, version } = deps;
  const metrics = new DeliveryMetrics();
  const policy = addressPolicy(config.callbackAllow);
  const post = connector({ policy, ca: config.callbackCa, timer });
  const bodyOf = (executionId: string) => bodies.bodyOf(executionId);
  const hosts = hostGuard();
  const job = deliveryJob({
    db,
    queue,
    clock,
    stopwatch,
    timer,
    log,
    post,
    hosts,
    random: Math.random,
    version,
    bodyOf,
    secretsOf: (executionId) => bodies.secretsOf(executionId),
    onAttempt: (outcome) => metrics.attempted(outcome),
  });
  return {
    name: "webhooks",
    routes: [adminDeliveryRoutes(deps, { ...administration, bodyOf, post, policy })],
    openapi: { ...webhookOpenApi, paths: adminDeliveryPaths },
    jobKinds: [job],
    lanes: LANES,
    preparations: [
      async () => hosts.remember(await db.read(recentAttempts(db, PAST_ATTEMPTS_MAX))),
      () => hastenUnattempted(db, queue),
    ],
    metrics: metrics.all,
  };
}
