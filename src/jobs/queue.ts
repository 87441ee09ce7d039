import { exclusive } from "../db/exclusive.ts";
import type { Reading, ServiceDb, Writing } from "../db/service-db.ts";
import type { Work, WorkInSteps } from "../db/work.ts";
import type { Clock } from "../lib/clock.ts";
import { countLanes, type LaneCount } from "./count-store.ts";
import type { JobType } from "./job-kind.ts";
import { type LaneRoom, roomIn, type WaitingMax } from "./lane-room.ts";
import { hastenById } from "./list-store.ts";
import * as store from "./store.ts";

export interface NewJob<Payload> {
  readonly kind: JobType<Payload>;
  readonly payload: NoInfer<Payload>;
  /** Earliest start; now if absent. */
  readonly runAt?: number;
  /** Expected processor time in milliseconds, for lanes that run the shortest work first; 0 if absent. */
  readonly workMs?: number;
  /** While a job with this key waits or runs, `enqueue` adds no other. */
  readonly uniqueKey?: string;
  /** The client it runs for. A lane serves its clients in a fair order; jobs without a client count as one client. */
  readonly client?: string;
}

export type QueueEvent =
  | { readonly kind: "ready"; readonly lane: string }
  | { readonly kind: "cancelled"; readonly jobId: number };

/** Adds jobs, from the server or from a command. Runners of the same process are notified at the commit, and those of other nodes. */
export class Queue {
  readonly clock: Clock;
  readonly #waitingMax: Readonly<Record<string, WaitingMax>>;
  readonly #listeners = new Set<(event: QueueEvent) => void>();

  /** @param waitingMax by lane; the callers of `enqueue` must bound a lane without one */
  constructor(clock: Clock, waitingMax: Readonly<Record<string, WaitingMax>> = {}) {
    this.clock = clock;
    this.#waitingMax = waitingMax;
  }

  /** Whether one more job of `client` can wait in a lane. Check this in the transaction that adds the job. */
  *room(reading: Reading, { lane }: Pick<JobType<unknown>, "lane">, client: string): Work<LaneRoom> {
    const max = this.#waitingMax[lane];
    return max === undefined ? { kind: "free" } : yield* roomIn(reading, lane, client, max, this.clock.now());
  }

  /** Adds a job in the caller's transaction and returns its id. If `uniqueKey` is taken, returns the id of that job. */
  *enqueue<Payload>(tx: Writing, job: NewJob<Payload>): Work<number> {
    const now = this.clock.now();
    if (job.uniqueKey !== undefined) {
      yield* exclusive(tx, `job ${job.uniqueKey}`);
      const present = yield* store.findUnfinished(tx, job.uniqueKey);
      if (present !== null) return present.id;
    }
    const id = yield* store.insertJob(tx, {
      kind: job.kind.name,
      lane: job.kind.lane,
      payload: JSON.stringify(job.payload),
      runAt: job.runAt ?? now,
      uniqueKey: job.uniqueKey ?? null,
      client: job.client ?? "",
      workMs: Math.max(0, Math.round(job.workMs ?? 0)),
      createdAt: now,
    });
    this.#announce(tx, { kind: "ready", lane: job.kind.lane });
    return id;
  }

  /** Makes a waiting job due now. Returns false if no job has that key, or if it already runs. */
  hasten(tx: Writing, uniqueKey: string): Work<boolean> {
    return this.hastenAll(tx, [uniqueKey]);
  }

  /** Makes the waiting jobs of these keys due now, with one statement. Returns false if none waits. */
  *hastenAll(tx: Writing, uniqueKeys: readonly string[]): Work<boolean> {
    const lanes =
      uniqueKeys.length === 0 ? new Set<string>() : yield* store.hastenJobs(tx, uniqueKeys, this.clock.now());
    for (const lane of lanes) this.#announce(tx, { kind: "ready", lane });
    return lanes.size > 0;
  }

  /** Makes a waiting job due now. Returns false if it no longer waits. */
  *hastenById(tx: Writing, { id, lane }: { readonly id: number; readonly lane: string }): Work<boolean> {
    if (!(yield* hastenById(tx, id, this.clock.now()))) return false;
    this.#announce(tx, { kind: "ready", lane });
    return true;
  }

  /**
   * Ends a waiting or running job. The signal of a running one is aborted, immediately in this process and within seconds
   * in another; its outcome is not written. Returns false if the job has ended. `onExhausted` is not called.
   */
  *cancel(tx: Writing, jobId: number, reason: string): Work<boolean> {
    if (!(yield* store.cancelJob(tx, jobId, reason, this.clock.now()))) return false;
    this.#announce(tx, { kind: "cancelled", jobId });
    return true;
  }

  /** Returns the waiting or running job of a key. */
  find(reading: Reading, uniqueKey: string): Work<store.UnfinishedJob | null> {
    return store.findUnfinished(reading, uniqueKey);
  }

  /** Returns the waiting and running jobs of keys, by key. */
  findAll(reading: Reading, uniqueKeys: readonly string[]): Work<ReadonlyMap<string | null, store.UnfinishedJob>> {
    return store.findAllUnfinished(reading, uniqueKeys);
  }

  /** Counts the jobs of each lane. */
  counts(reading: Reading): WorkInSteps<readonly LaneCount[]> {
    return countLanes(reading, this.clock.now());
  }

  /** Calls `listener` for every committed event. Call the returned function to unsubscribe. */
  subscribe(listener: (event: QueueEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** From now on, passes the events of other nodes to the subscribers, too. Call the returned function to end it. */
  listenTo(db: ServiceDb): () => void {
    return db.onWake("jobs", (key) => {
      // Events that were lost are found by polling.
      if (key !== null) this.#notify(eventOf(key));
    });
  }

  #announce(tx: Writing, event: QueueEvent): void {
    tx.wake("jobs", event.kind === "ready" ? `ready ${event.lane}` : `cancelled ${event.jobId}`);
    tx.onCommit(() => this.#notify(event));
  }

  #notify(event: QueueEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function eventOf(key: string): QueueEvent {
  const [kind, of = ""] = key.split(" ");
  return kind === "ready" ? { kind, lane: of } : { kind: "cancelled", jobId: Number(of) };
}
