import type { ServiceDb } from "../db/service-db.ts";
import type { JobContext, JobOutcome } from "../jobs/job-kind.ts";
import type { Random } from "../jobs/retry-policy.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Post } from "./connector.ts";
import type { Delivery, DeliveryAttempt } from "./delivery.ts";
import type { HostGuard } from "./host-guard.ts";
import { type Met, metVanished, type Outcome } from "./outcome.ts";
import { askedDelayMs } from "./retry-schedule.ts";
import { signatureHeaders } from "./sign.ts";
import { finishDelivery, findDelivery, recordAttempt } from "./store.ts";

/** After these no further try can help. */
const FINAL: ReadonlySet<Outcome> = new Set<Outcome>(["gone", "vanished"]);

export interface DeliverParts {
  readonly db: ServiceDb;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly post: Post;
  readonly hosts: HostGuard;
  /** This program's version, for `User-Agent`. */
  readonly version: string;
  /** The result document as it is now, made fresh for every try; null when the execution no longer exists. */
  bodyOf(executionId: string): Promise<string | null> | string | null;
  /** The `whsec_` secret of the execution's key; null when the execution or its key no longer exists. */
  secretOf(executionId: string): Promise<string | null> | string | null;
  /** Told of every try; for metrics. */
  onAttempt?(outcome: Outcome, durationMs: number): void;
}

/**
 * Makes one try of a pending delivery and says what follows from it. A try that was sent but not written down
 * (the process died) is made again: a receiver sees at least one, and knows the others by their `webhook-id`.
 */
export async function deliver(parts: DeliverParts, deliveryId: string, context: JobContext): Promise<JobOutcome> {
  const delivery = findDelivery(parts.db, deliveryId);
  if (delivery === null || delivery.status !== "pending") return { kind: "done" };
  const entry = parts.hosts.enter(new URL(delivery.url).hostname, parts.clock.now());
  if (entry.kind === "full") return { kind: "snooze", afterMs: entry.waitMs };
  let tookMs: number | null = null;
  try {
    const made = await attempt(parts, delivery, context);
    if (made.outcome !== "vanished") tookMs = made.durationMs;
    return outcomeOf(parts, delivery, made, context);
  } finally {
    entry.leave(tookMs);
  }
}

interface Attempt extends Omit<DeliveryAttempt, "number"> {
  readonly retryAfter: string | null;
}

async function attempt(parts: DeliverParts, delivery: Delivery, context: JobContext): Promise<Attempt> {
  const at = parts.clock.now();
  const met = await send(parts, delivery, at, context.signal);
  const durationMs = parts.clock.now() - at;
  const fields = { delivery: delivery.id, try: context.attempt, outcome: met.outcome, ms: durationMs };
  if (met.outcome === "delivered") parts.log.info(fields, "a webhook was delivered");
  else parts.log.warn({ ...fields, detail: met.detail }, "a webhook was not delivered");
  parts.onAttempt?.(met.outcome, durationMs);
  return { at, durationMs, ...met, retryAfter: met.retryAfter ?? null };
}

async function send(parts: DeliverParts, delivery: Delivery, at: number, stop: AbortSignal): Promise<Met> {
  const body = await parts.bodyOf(delivery.executionId);
  const secret = await parts.secretOf(delivery.executionId);
  if (body === null || secret === null) return metVanished();
  const headers = {
    "content-type": "application/vnd.api+json",
    "user-agent": `Needledrop/${parts.version}`,
    ...signatureHeaders({ secret, id: delivery.id, at, body }),
  };
  return parts.post({ url: delivery.url, headers, body }, stop);
}

function outcomeOf(parts: DeliverParts, delivery: Delivery, made: Attempt, context: JobContext): JobOutcome {
  const { retryAfter, ...attempted } = made;
  const isDelivered = made.outcome === "delivered";
  if (!isDelivered && !FINAL.has(made.outcome)) {
    // Without a wait that the receiver asks for, how long to wait, and whether to try again, is the job kind's: see jobs.ts.
    const askedMs =
      retryAfter === null ? null : askedDelayMs(retryAfter, context.attempt, parts.clock.now(), parts.random);
    return {
      kind: "retry",
      reason: made.detail,
      ...(askedMs === null ? {} : { afterMs: askedMs }),
      settle: (tx) => recordAttempt(tx, delivery.id, attempted),
    };
  }
  return {
    kind: "done",
    settle: (tx) => {
      recordAttempt(tx, delivery.id, attempted);
      finishDelivery(tx, delivery.id, isDelivered ? "delivered" : "failed", parts.clock.now());
    },
  };
}
