import type { Reading, Writing } from "../db/service-db.ts";
import type { Clock } from "../lib/clock.ts";
import { countLanes, type LaneCount } from "./count-store.ts";
import type { JobType } from "./job-kind.ts";
import { type LaneRoom, roomIn, type WaitingMax } from "./lane-room.ts";
import * as store from "./store.ts";

export interface NewJob<Payload> {
  readonly kind: JobType<Payload>;
  readonly payload: NoInfer<Payload>;
  /** Not before this time; now when absent. */
  readonly runAt?: number;
  /** While a job with this key waits or runs, no second one is added. */
  readonly uniqueKey?: string;
  /** On whose behalf it runs: the jobs of a lane are served in turn by it. Absent: nobody's in particular. */
  readonly client?: string;
}

export type QueueEvent =
  | { readonly kind: "ready"; readonly lane: string }
  | { readonly kind: "cancelled"; readonly jobId: number };

/** Where jobs are added, from a server or from a command beside it. Runners of this process hear of it at the commit. */
export class Queue {
  readonly clock: Clock;
  readonly #waitingMax: Readonly<Record<string, WaitingMax>>;
  readonly #listeners = new Set<(event: QueueEvent) => void>();

  /** `waitingMax` by lane; a lane without one is bounded by those who add to it. */
  constructor(clock: Clock, waitingMax: Readonly<Record<string, WaitingMax>> = {}) {
    this.clock = clock;
    this.#waitingMax = waitingMax;
  }

  /** Whether one more job of `client` may wait in a lane. Whoever adds jobs for clients asks first, in the same transaction. */
  room(reading: Reading, { lane }: Pick<JobType<unknown>, "lane">, client: string): LaneRoom {
    const max = this.#waitingMax[lane];
    return max === undefined ? { kind: "free" } : roomIn(reading, lane, client, max, this.clock.now());
  }

  /** Adds a job in the caller's transaction, and returns its id: that of the one there is, if `uniqueKey` is taken. */
  enqueue<Payload>(tx: Writing, job: NewJob<Payload>): number {
    const now = this.clock.now();
    const present = job.uniqueKey === undefined ? null : store.findUnfinished(tx, job.uniqueKey);
    if (present !== null) return present.id;
    const id = store.insertJob(tx, {
      kind: job.kind.name,
      lane: job.kind.lane,
      payload: JSON.stringify(job.payload),
      runAt: job.runAt ?? now,
      uniqueKey: job.uniqueKey ?? null,
      client: job.client ?? "",
      createdAt: now,
    });
    this.#announce(tx, { kind: "ready", lane: job.kind.lane });
    return id;
  }

  /** Makes a waiting job due now. False when there is none with that key, or it is running already. */
  hasten(tx: Writing, uniqueKey: string): boolean {
    const lane = store.hastenJob(tx, uniqueKey, this.clock.now());
    if (lane === null) return false;
    this.#announce(tx, { kind: "ready", lane });
    return true;
  }

  /**
   * Ends a waiting or running job. A running one is told through its signal (at once in this process, within
   * seconds elsewhere), and whatever it answers is not written. False when it had ended. `onExhausted` is not called.
   */
  cancel(tx: Writing, jobId: number, reason: string): boolean {
    if (!store.cancelJob(tx, jobId, reason, this.clock.now())) return false;
    this.#announce(tx, { kind: "cancelled", jobId });
    return true;
  }

  /** The waiting or running job of a key. */
  find(reading: Reading, uniqueKey: string): store.UnfinishedJob | null {
    return store.findUnfinished(reading, uniqueKey);
  }

  /** How many jobs each lane holds, for metrics. */
  counts(reading: Reading): readonly LaneCount[] {
    return countLanes(reading, this.clock.now());
  }

  /** For runners. Returns what ends the subscription. */
  subscribe(listener: (event: QueueEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #announce(tx: Writing, event: QueueEvent): void {
    tx.onCommit(() => {
      for (const listener of this.#listeners) listener(event);
    });
  }
}
