import { randomUUID } from "node:crypto";
import type { ServiceDb } from "../db/service-db.ts";
import { assert, messageOf } from "../lib/assert.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { ClaimedJob } from "./claim-store.ts";
import { Claims } from "./claims.ts";
import { countStranded } from "./count-store.ts";
import type { JobKind, JobReport } from "./job-kind.ts";
import type { Queue, QueueEvent } from "./queue.ts";
import { rescueJobs } from "./rescuer.ts";
import { Scheduler } from "./scheduler.ts";
import { putBack, type RunningJob, runJob } from "./run-job.ts";
import { correctWaits, LEASE_MS, renewLeases } from "./store.ts";
import type { Timer } from "../lib/timer.ts";

/** How soon a job that another process added is seen. Jobs of this process start at once. */
const POLL_MS = SECOND_MS;
/** Far more often than a lease needs it: a renewal is also how a job hears that another process cancelled it. */
const RENEW_MS = 5 * SECOND_MS;
/** `stop` waits so long for running jobs, then aborts them, then gives them ABORTED_MS to notice. */
const STOP_MS = 8 * SECOND_MS;
const ABORTED_MS = SECOND_MS;
/** A clock that reads so much less than before was set back; less than this only moves a wait by as much. */
const SET_BACK_MS = SECOND_MS;
/** Waits that are corrected in one transaction. */
const CORRECTED_MAX = 1_000;

export interface JobRunnerOptions {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly kinds: readonly JobKind<unknown>[];
  /** How many jobs of each lane run at a time. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** True: the caller holds the data folder's lock, so a lease found at the start belongs to a dead process. */
  readonly isOnlyRunner: boolean;
  readonly stopMs?: number;
  /** Told of every try that ended; for metrics. */
  readonly onReport?: (report: JobReport) => void;
}

interface Place {
  readonly job: RunningJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Claims due jobs, runs them, and writes what became of them, from `start` to `stop`. */
export class JobRunner implements Service {
  readonly name = "jobs";
  readonly #options: JobRunnerOptions;
  readonly #owner = randomUUID();
  readonly #kinds: ReadonlyMap<string, JobKind<unknown>>;
  readonly #kindNames: readonly string[];
  readonly #claims: Claims;
  readonly #places = new Map<number, Place>();
  readonly #leases: Scheduler;
  #life: "new" | "started" | "stopping" = "new";
  /** What the last try to claim jobs failed of. */
  #trouble: string | null = null;
  #stopped: Promise<void> | null = null;
  #unsubscribe = (): void => undefined;
  /** What the clock read at the last look. */
  #lastLookAt = -Infinity;
  /** The clock may have been set back while no runner looked at it. */
  #mustCorrectWaits = true;
  #nextLook: { readonly at: number; readonly cancelTimer: () => void } | null = null;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
    this.#kindNames = [...this.#kinds.keys()];
    assert(this.#kinds.size === options.kinds.length, "two job kinds have one name");
    for (const kind of options.kinds) assert(options.lanes[kind.lane], `job kind ${kind.name} has no lane`);
    this.#claims = new Claims({ db: options.db, kinds: this.#kinds, lanes: options.lanes });
    this.#leases = new Scheduler({
      name: "job leases",
      duties: [{ name: "keep job leases", everyMs: RENEW_MS, run: () => this.#keepLeases() }],
      timer: options.timer,
      log: options.log,
    });
  }

  /** Takes over what a former process left, and begins to claim. */
  start(): void {
    assert(this.#life === "new", "a job runner is started once");
    this.#life = "started";
    const now = this.#options.clock.now();
    this.#rescue(this.#options.isOnlyRunner ? null : now, now);
    this.#tellStranded();
    this.#unsubscribe = this.#options.queue.subscribe((event) => this.#hear(event));
    this.#leases.start();
    this.#lookIn(0);
  }

  /** Claims no more, waits for running jobs, aborts those that last too long, and puts back what did not end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#life = "stopping";
    this.#unsubscribe();
    this.#nextLook?.cancelTimer();
    await this.#allEndedWithin(this.#options.stopMs ?? STOP_MS);
    for (const place of this.#places.values()) place.controller.abort(new Error("The server stops."));
    await this.#allEndedWithin(ABORTED_MS);
    await this.#leases.stop();
    for (const { job } of this.#places.values()) this.#report(job, putBack(this.#options, job));
    this.#places.clear();
  }

  async #allEndedWithin(limitMs: number): Promise<void> {
    if (this.#places.size === 0) return;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.timer.after(limitMs, resolve);
    await Promise.race([late, Promise.all([...this.#places.values()].map((place) => place.ended))]);
    cancelTimer();
  }

  #hear(event: QueueEvent): void {
    if (event.kind === "ready") return this.#lookIn(0);
    this.#places.get(event.jobId)?.controller.abort(new Error("The job was cancelled."));
  }

  /** Never claims on the caller's stack: that may be a request which wants to be answered first. */
  #lookIn(delayMs: number): void {
    if (this.#life !== "started") return;
    const at = this.#options.clock.now() + delayMs;
    if (this.#nextLook !== null && this.#nextLook.at <= at) return;
    this.#nextLook?.cancelTimer();
    const cancelTimer = this.#options.timer.after(delayMs, () => {
      this.#nextLook = null;
      this.#lookIn(this.#look());
    });
    this.#nextLook = { at, cancelTimer };
  }

  /** Fills the free places from what is due, and returns how long to wait until the next look. */
  #look(): number {
    try {
      const now = this.#options.clock.now();
      this.#correctWaits(now);
      const lease = { owner: this.#owner, until: now + LEASE_MS };
      for (const job of this.#claims.take(this.#running(), now, lease)) this.#begin(job, now);
      this.#trouble = null;
      return Math.min(POLL_MS, Math.max(0, this.#claims.nextAt(this.#running(), now) - now));
    } catch (error) {
      const trouble = messageOf(error);
      // Tried again every second: only a change is logged.
      if (trouble !== this.#trouble) this.#options.log.error({ err: error }, "could not claim jobs; trying again");
      this.#trouble = trouble;
      return POLL_MS;
    }
  }

  /** A wait that was decided while the clock was ahead would last until the clock is there again: for years, if need be. */
  #correctWaits(now: number): void {
    if (now < this.#lastLookAt - SET_BACK_MS) this.#mustCorrectWaits = true;
    this.#lastLookAt = now;
    if (!this.#mustCorrectWaits) return;
    const lanes = Object.keys(this.#options.lanes);
    const corrected = this.#options.db.transaction((tx) => correctWaits(tx, lanes, now, CORRECTED_MAX));
    this.#mustCorrectWaits = corrected === CORRECTED_MAX;
    if (corrected > 0)
      this.#options.log.warn({ jobs: corrected }, "the clock was set back: corrected when jobs are due");
  }

  #running(): readonly RunningJob[] {
    return [...this.#places.values()].map((place) => place.job);
  }

  #begin(claimed: ClaimedJob, startedAt: number): void {
    const kindOf = this.#kinds.get(claimed.kind);
    assert(kindOf, `a job of unknown kind ${claimed.kind} was claimed`);
    const controller = new AbortController();
    const isOurs = (): boolean => this.#places.get(claimed.id)?.controller === controller;
    const job = { ...claimed, kindOf, owner: this.#owner, signal: controller.signal, startedAt, isOurs };
    // In a microtask, so that the job has its place before it can end.
    const ended = Promise.resolve().then(() => this.#run(job));
    this.#places.set(claimed.id, { job, controller, ended });
  }

  async #run(job: RunningJob): Promise<void> {
    const ended = await runJob(this.#options, job);
    if (!job.isOurs()) return;
    this.#places.delete(job.id);
    this.#report(job, ended);
    this.#lookIn(0);
  }

  /** Renews first: after a long sleep of the machine, our own running jobs must not be rescued from us. */
  #keepLeases(): void {
    const { db, clock } = this.#options;
    const now = clock.now();
    const ids = [...this.#places.keys()];
    if (ids.length > 0) {
      const held = db.transaction((tx) => renewLeases(tx, this.#owner, ids, now + LEASE_MS));
      for (const id of ids) {
        if (!held.has(id)) this.#places.get(id)?.controller.abort(new Error("The job was cancelled."));
      }
    }
    if (this.#rescue(now, now) > 0) this.#lookIn(0);
  }

  #rescue(over: number | null, now: number): number {
    const { db, log } = this.#options;
    return rescueJobs({ db, log, kinds: this.#kinds, owner: this.#owner }, over, now);
  }

  /** Jobs of a newer, or of another, program stay as they are: somebody else may still want them. */
  #tellStranded(): void {
    for (const stranded of countStranded(this.#options.db, this.#kindNames, Object.keys(this.#options.lanes))) {
      this.#options.log.warn(stranded, "jobs that this program does not know are left alone");
    }
  }

  #report(job: RunningJob, ended: JobReport["ended"]): void {
    const { id: jobId, kind, lane, attempt, startedAt } = job;
    this.#options.onReport?.({ jobId, kind, lane, attempt, ended, durationMs: this.#options.clock.now() - startedAt });
  }
}
