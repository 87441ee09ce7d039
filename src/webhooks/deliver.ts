import type { ServiceDb } from "../db/service-db.ts";
import type { JobContext, JobOutcome } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Random } from "../jobs/retry-policy.ts";
import type { Timer } from "../lib/timer.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Post } from "./connector.ts";
import type { Message } from "../lib/http-out/exchange.ts";
import { type Delivery, type DeliveryAttempt, jobKeyOf } from "./delivery.ts";
import { type HostGuard, type Visit, visitOf } from "./host-guard.ts";
import type { MakeMessage } from "./make-message.ts";
import { type AttemptOutcome, type AttemptResult, searchDeleted, timeoutFailure } from "./attempt-result.ts";
import { askedDelayMs } from "./retry-schedule.ts";
import { finishDelivery, findDelivery, recordAttempt } from "./store.ts";
import { Late, within } from "../lib/within.ts";

/** The connector's own limit is shorter. This one holds for any other way to post, too. */
const POST_LIMIT_MS = 20 * SECOND_MS;
const NOT_DELIVERED = "a webhook was not delivered";
/** After these no further try can help. */
const FINAL: ReadonlySet<AttemptOutcome> = new Set<AttemptOutcome>(["gone", "vanished"]);

export interface DeliverParts {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly clock: Clock;
  /** Measures how long a try takes. */
  readonly stopwatch: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly log: Log;
  readonly make: MakeMessage;
  readonly post: Post;
  readonly hosts: HostGuard;
  /** The API key of an execution; null when the execution no longer exists. */
  keyOf(executionId: string): string | null;
  /** Called after every try; for metrics. */
  onAttempt?(outcome: AttemptOutcome, durationMs: number): void;
}

/**
 * Makes one try of a pending delivery and says what follows from it. A try that was sent but not written down
 * (the process died) is made again: a receiver sees at least one, and knows the others by their `webhook-id`.
 */
export async function deliver(parts: DeliverParts, deliveryId: string, context: JobContext): Promise<JobOutcome> {
  const delivery = findDelivery(parts.db, deliveryId);
  if (delivery === null || delivery.status !== "pending") return { kind: "done" };
  const visit = visitOf(delivery.id, delivery.url, parts.keyOf(delivery.executionId) ?? "");
  const entry = parts.hosts.enter(visit);
  if (entry.kind === "full") return comeBack(parts, visit);
  let tookMs: number | null = null;
  try {
    // One place that became free can be a place for several: each that enters calls the next.
    callNext(parts);
    const made = await attempt(parts, delivery, context);
    if (made.outcome !== "vanished") tookMs = made.durationMs;
    return outcomeOf(parts, delivery, made, context);
  } finally {
    entry.leave(tookMs);
    callNext(parts);
  }
}

/** Puts a delivery back that found no place. It is called when there is one, or comes back by itself. */
function comeBack({ hosts, queue }: DeliverParts, visit: Visit): JobOutcome {
  return {
    kind: "snooze",
    afterMs: hosts.returnMs(),
    settle: (tx) => {
      if (!hosts.wait(visit)) queue.hasten(tx, jobKeyOf(visit.deliveryId));
    },
  };
}

/** Calls one delivery that waits for a place. Those in the line that no longer wait are left out. */
function callNext({ db, hosts, queue, log }: DeliverParts): void {
  try {
    for (let id = hosts.call(); id !== null; id = hosts.call()) {
      const key = jobKeyOf(id);
      if (db.transaction((tx) => queue.hasten(tx, key))) return;
    }
  } catch (error) {
    // What this try meets must be written down all the same; a delivery that is not called comes back by itself.
    log.warn({ reason: messageOf(error) }, "a waiting webhook could not be called; it comes back within a minute");
  }
}

interface Attempt extends Omit<DeliveryAttempt, "number"> {
  readonly retryAfter: string | null;
}

async function attempt(parts: DeliverParts, delivery: Delivery, context: JobContext): Promise<Attempt> {
  const message = await parts.make(delivery, context.signal);
  const began = parts.stopwatch.now();
  const met = message === null ? searchDeleted() : await send(parts, message, context.signal);
  const durationMs = Math.max(0, Math.round(parts.stopwatch.now() - began));
  const { outcome, statusCode, detail, retryAfter = null } = met;
  const fields = { delivery: delivery.id, try: context.attempt, outcome, ms: durationMs };
  if (outcome === "delivered") parts.log.info(fields, "a webhook was delivered");
  // Receivers quote their own URL in what they answer ("Cannot POST /hooks/TOKEN"), so that is for the delivery log only.
  else parts.log.warn({ ...fields, detail: statusCode === null ? detail : `answered ${statusCode}` }, NOT_DELIVERED);
  parts.onAttempt?.(outcome, durationMs);
  return { at: message?.at ?? parts.clock.now(), durationMs, outcome, statusCode, detail, retryAfter };
}

async function send({ post, timer }: DeliverParts, message: Message, stop: AbortSignal): Promise<AttemptResult> {
  try {
    return await within(POST_LIMIT_MS, timer, stop, (signal) => post(message, signal));
  } catch (error) {
    if (error instanceof Late) return timeoutFailure(error.limitMs);
    throw error;
  }
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
