import type { ServiceDb } from "../db/service-db.ts";
import { done } from "../db/work.ts";
import type { JobContext, JobOutcome } from "../jobs/job-kind.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Random } from "../jobs/retry-policy.ts";
import { messageOf } from "../lib/assert.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../lib/clock.ts";
import type { Message } from "../lib/http-out/exchange.ts";
import type { Log } from "../lib/log.ts";
import type { Timer } from "../lib/timer.ts";
import { TimeLimitExceeded, withTimeLimit } from "../lib/with-time-limit.ts";
import { type AttemptOutcome, type AttemptResult, searchDeleted, timeoutFailure } from "./attempt-result.ts";
import type { BuildMessage } from "./build-message.ts";
import type { Post } from "./connector.ts";
import { type Delivery, type DeliveryAttempt, jobKeyOf } from "./delivery.ts";
import { type DueDelivery, dueDeliveryOf, type HostGuard } from "./host-guard.ts";
import { requestedDelayMs } from "./retry-schedule.ts";
import { type DeliveryOfSearch, findDelivery, finishDelivery, recordAttempt } from "./store.ts";

/** The connector's own limit is shorter. This one also holds for any other `Post`. */
const POST_LIMIT_MS = 20 * SECOND_MS;
/** The wait after a message could not be built in time. The receiver has no part in it, so no attempt counts. */
const BUILD_WAIT_MS = 10 * SECOND_MS;
/** From this age of a delivery on it does. */
const BUILD_WAITS_FOR_MS = DAY_MS;
/** Outcomes after which no further attempt can help. */
const FINAL: ReadonlySet<AttemptOutcome> = new Set<AttemptOutcome>(["gone", "vanished"]);

export interface DeliverDeps {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly clock: Clock;
  /** Measures the duration of attempts. */
  readonly stopwatch: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly log: Log;
  readonly build: BuildMessage;
  readonly post: Post;
  readonly hosts: HostGuard;
  /** Called after every attempt, for metrics. */
  onAttempt?(outcome: AttemptOutcome, durationMs: number): void;
}

/**
 * Makes one attempt at a pending delivery. If the process ends between sending and recording, the attempt is repeated:
 * a receiver gets at least one message, and recognises repetitions by their `webhook-id`.
 */
export async function deliver(deps: DeliverDeps, deliveryId: string, context: JobContext): Promise<JobOutcome> {
  const delivery = await deps.db.read(findDelivery(deps.db, deliveryId));
  if (delivery === null || delivery.status !== "pending") return { kind: "done" };
  const due = dueDeliveryOf(delivery.id, delivery.url, delivery.keyId ?? "");
  const admission = deps.hosts.admit(due);
  if (admission.kind === "full") return waitForSlot(deps, due);
  let tookMs: number | null = null;
  // One released slot can admit several deliveries, so each admitted one wakes the next.
  const waking = wakeNext(deps);
  try {
    const attempted = await attempt(deps, delivery, context);
    if (attempted.outcome !== "vanished") tookMs = attempted.durationMs;
    return outcomeOf(deps, delivery, attempted, context);
  } catch (error) {
    if (!(error instanceof TimeLimitExceeded)) throw error;
    // A document that can never be built must not be tried for ever: then this counts as an attempt.
    if (deps.clock.now() - delivery.createdAt > BUILD_WAITS_FOR_MS) throw error;
    deps.log.warn({ deliveryId, reason: error.message }, "a webhook could not be built in time, and waits");
    return { kind: "snooze", afterMs: BUILD_WAIT_MS };
  } finally {
    admission.release(tookMs);
    await Promise.all([waking, wakeNext(deps)]);
  }
}

/** Snoozes a delivery until it is woken for a slot, or until its snooze ends. */
function waitForSlot(deps: DeliverDeps, due: DueDelivery): JobOutcome {
  const { hosts } = deps;
  const join = (): void => {
    if (!hosts.wait(due)) void wake(deps, due.deliveryId);
  };
  // A transaction can be rolled back, the backlog cannot.
  return { kind: "snooze", afterMs: hosts.snoozeMs(), record: (tx) => done(tx.onCommit(join)) };
}

/** Makes the next delivery of the backlog due. Skips deliveries whose job no longer waits. Never rejects. */
async function wakeNext(deps: DeliverDeps): Promise<void> {
  for (let id = deps.hosts.takeNext(); id !== null; id = deps.hosts.takeNext()) if (await wake(deps, id)) return;
}

/** Makes a waiting delivery due. Returns false if its job no longer waits. Never rejects. */
async function wake({ db, queue, log }: DeliverDeps, deliveryId: string): Promise<boolean> {
  try {
    return await db.write((tx) => queue.hasten(tx, jobKeyOf(deliveryId)));
  } catch (error) {
    // The result of the current attempt must be recorded anyway. A delivery that is not woken returns after its snooze.
    log.warn({ reason: messageOf(error) }, "a waiting webhook could not be woken; it returns within a minute");
    return true;
  }
}

interface Attempt extends Omit<DeliveryAttempt, "number"> {
  readonly retryAfter: string | null;
}

async function attempt(deps: DeliverDeps, delivery: DeliveryOfSearch, context: JobContext): Promise<Attempt> {
  const message = await deps.build(delivery, context.signal);
  const startedAt = deps.stopwatch.now();
  const result = message === null ? searchDeleted() : await send(deps, message, context.signal);
  const durationMs = Math.max(0, Math.round(deps.stopwatch.now() - startedAt));
  const { outcome, statusCode, detail, retryAfter = null } = result;
  const { id: deliveryId, executionId, keyId, searchId, requestId } = delivery;
  const ids = { requestId, keyId, searchId, executionId, deliveryId, jobId: context.jobId };
  const fields = { ...ids, attempt: context.attempt, outcome, ms: durationMs };
  // Receivers can quote their own URL ("Cannot POST /hooks/TOKEN"), so their text is only for the delivery log.
  const loggedDetail = statusCode === null ? detail : `answered ${statusCode}`;
  if (outcome === "delivered") deps.log.info(fields, "a webhook was delivered");
  else deps.log.warn({ ...fields, detail: loggedDetail }, "a webhook was not delivered");
  deps.onAttempt?.(outcome, durationMs);
  return { at: message?.at ?? deps.clock.now(), durationMs, outcome, statusCode, detail, retryAfter };
}

async function send({ post, timer }: DeliverDeps, message: Message, stop: AbortSignal): Promise<AttemptResult> {
  try {
    return await withTimeLimit(POST_LIMIT_MS, timer, stop, (signal) => post(message, signal));
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return timeoutFailure(error.limitMs);
    throw error;
  }
}

function outcomeOf(deps: DeliverDeps, delivery: Delivery, attempted: Attempt, context: JobContext): JobOutcome {
  const { retryAfter, ...logged } = attempted;
  const isDelivered = attempted.outcome === "delivered";
  if (!isDelivered && !FINAL.has(attempted.outcome)) {
    // Without Retry-After, the job kind decides when to retry, and whether: see jobs.ts.
    const requestedMs =
      retryAfter === null ? null : requestedDelayMs(retryAfter, context.attempt, deps.clock.now(), deps.random);
    return {
      kind: "retry",
      reason: attempted.detail,
      ...(requestedMs === null ? {} : { afterMs: requestedMs }),
      record: (tx) => recordAttempt(tx, delivery.id, logged),
    };
  }
  return {
    kind: "done",
    record: function* (tx) {
      yield* recordAttempt(tx, delivery.id, logged);
      yield* finishDelivery(tx, delivery.id, isDelivered ? "delivered" : "failed", deps.clock.now());
    },
  };
}
