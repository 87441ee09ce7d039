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
import type { LanePlan } from "./lane.ts";
import type { Queue, QueueEvent } from "./queue.ts";
import { rescueJobs } from "./rescuer.ts";
import { Scheduler } from "./scheduler.ts";
import { putBack, type RunningJob, runJob } from "./run-job.ts";
import { correctWaits, LEASE_MS, renewLeases } from "./store.ts";
import type { Timer } from "../lib/timer.ts";

/** Jobs that another process added are found within this time. Jobs of this process start immediately. */
const POLL_MS = SECOND_MS;
/** Far more often than leases need: a renewal also detects that another process cancelled the job. */
const RENEW_MS = 5 * SECOND_MS;
/** `stop` waits this long for running jobs and then aborts them. */
const STOP_MS = 8 * SECOND_MS;
/** `stop` waits this long for aborted jobs and then puts them back. */
const ABORTED_MS = SECOND_MS;
/** A clock that reads this much less than before was set back. Smaller steps change a wait only by the step. */
const SET_BACK_MS = SECOND_MS;
/** Waits to correct in one transaction. */
const CORRECTED_MAX = 1_000;

export interface JobRunnerOptions {
  readonly db: ServiceDb;
  readonly queue: Queue;
  readonly kinds: readonly JobKind<unknown>[];
  readonly lanes: Readonly<Record<string, LanePlan>>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** Whether the caller holds the data folder's lock, so that on SQLite every lease at the start belongs to a dead process. */
  readonly isOnlyRunner: boolean;
  readonly stopMs?: number;
  /** Called at the end of every attempt. Only tests use it. */
  readonly onReport?: (report: JobReport) => void;
}

/** A worker slot in use. */
interface Slot {
  readonly job: RunningJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Claims due jobs, runs them and records their outcomes, from `start` to `stop`. */
export class JobRunner implements Service {
  readonly name = "jobs";
  readonly #options: JobRunnerOptions;
  readonly #owner = randomUUID();
  readonly #kinds: ReadonlyMap<string, JobKind<unknown>>;
  readonly #kindNames: readonly string[];
  readonly #claims: Claims;
  readonly #slots = new Map<number, Slot>();
  readonly #leases: Scheduler;
  #life: "new" | "started" | "stopping" = "new";
  /** The error of the latest claim, or null. */
  #claimError: string | null = null;
  #started: Promise<void> | null = null;
  #stopped: Promise<void> | null = null;
  #unsubscribe = (): void => undefined;
  /** The time of the latest claim. */
  #lastClaimAt = -Infinity;
  /** True at the start, because the clock may have been set back while no runner ran. */
  #mustCorrectWaits = true;
  #nextClaim: { readonly at: number; readonly cancelTimer: () => void } | null = null;
  /** The claim that is being made. There is one at a time, because it fills the slots that are free at its start. */
  #claiming: Promise<void> | null = null;
  #mustClaimAgain = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
    this.#kindNames = [...this.#kinds.keys()];
    assert(this.#kinds.size === options.kinds.length, "two job kinds have one name");
    for (const kind of options.kinds) assert(options.lanes[kind.lane], `job kind ${kind.name} has no lane`);
    this.#claims = new Claims({ db: options.db, kinds: this.#kinds, lanes: options.lanes });
    this.#leases = new Scheduler({
      name: "job leases",
      duties: [{ name: "renew job leases", everyMs: RENEW_MS, runsOn: "each node", run: () => this.#renewLeases() }],
      timer: options.timer,
      log: options.log,
    });
  }

  /** Rescues the jobs of earlier processes and starts to claim. */
  start(): Promise<void> {
    this.#started = this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    assert(this.#life === "new", "a job runner is started once");
    this.#life = "started";
    const now = this.#options.clock.now();
    // On PostgreSQL other nodes run jobs of the same database.
    const isOnlyRunner = this.#options.isOnlyRunner && this.#options.db.engine === "sqlite";
    await this.#rescue(isOnlyRunner ? null : now, now);
    await this.#logStranded();
    const { queue, db } = this.#options;
    const endings = [queue.subscribe((event) => this.#onEvent(event)), queue.listenTo(db)];
    this.#unsubscribe = () => {
      for (const end of endings) end();
    };
    this.#leases.start();
    this.#claimIn(0);
  }

  /** Stops claiming, waits for running jobs, aborts those that last too long, and puts back those that do not end. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#life = "stopping";
    await Promise.allSettled([this.#started]);
    this.#unsubscribe();
    this.#nextClaim?.cancelTimer();
    await this.#claiming;
    await this.#allEndedWithin(this.#options.stopMs ?? STOP_MS);
    for (const slot of this.#slots.values()) slot.controller.abort(new Error("The server stops."));
    await this.#allEndedWithin(ABORTED_MS);
    await this.#leases.stop();
    await Promise.all([...this.#slots.values()].map(({ job }) => this.#putBack(job)));
    this.#slots.clear();
  }

  async #putBack(job: RunningJob): Promise<void> {
    this.#report(job, await putBack(this.#options, job));
  }

  async #allEndedWithin(limitMs: number): Promise<void> {
    if (this.#slots.size === 0) return;
    const { promise: limit, resolve } = Promise.withResolvers<void>();
    const cancelTimer = this.#options.timer.after(limitMs, resolve);
    await Promise.race([limit, Promise.all([...this.#slots.values()].map((slot) => slot.ended))]);
    cancelTimer();
  }

  #onEvent(event: QueueEvent): void {
    if (event.kind === "ready") return this.#claimIn(0);
    this.#slots.get(event.jobId)?.controller.abort(new Error("The job was cancelled."));
  }

  /** Schedules the next claim. Never claims on the caller's stack, which may be a request that must be answered first. */
  #claimIn(delayMs: number): void {
    if (this.#life !== "started") return;
    const at = this.#options.clock.now() + delayMs;
    if (this.#nextClaim !== null && this.#nextClaim.at <= at) return;
    this.#nextClaim?.cancelTimer();
    const cancelTimer = this.#options.timer.after(delayMs, () => {
      this.#nextClaim = null;
      this.#mustClaimAgain = this.#claiming !== null;
      this.#claiming ??= this.#claimOnce();
    });
    this.#nextClaim = { at, cancelTimer };
  }

  /** Claims, and schedules the next claim. */
  async #claimOnce(): Promise<void> {
    const delayMs = await this.#claim();
    this.#claiming = null;
    this.#claimIn(this.#mustClaimAgain ? 0 : delayMs);
  }

  /** Claims due jobs for the free slots and returns the wait until the next claim in milliseconds. */
  async #claim(): Promise<number> {
    try {
      const now = this.#options.clock.now();
      await this.#correctWaits(now);
      const lease = { owner: this.#owner, until: now + LEASE_MS };
      for (const job of await this.#claims.take(this.#running(), now, lease)) this.#startJob(job, now);
      this.#claimError = null;
      return Math.min(POLL_MS, Math.max(0, (await this.#claims.nextAt(this.#running(), now)) - now));
    } catch (error) {
      const message = messageOf(error);
      // Retried every second, so only changes are logged.
      if (message !== this.#claimError) this.#options.log.error({ err: error }, "could not claim jobs; retrying");
      this.#claimError = message;
      return POLL_MS;
    }
  }

  /** Without this, a wait that was scheduled while the clock was ahead would last until the clock is there again. */
  async #correctWaits(now: number): Promise<void> {
    if (now < this.#lastClaimAt - SET_BACK_MS) this.#mustCorrectWaits = true;
    this.#lastClaimAt = now;
    if (!this.#mustCorrectWaits) return;
    const lanes = Object.keys(this.#options.lanes);
    const corrected = await this.#options.db.write((tx) => correctWaits(tx, lanes, now, CORRECTED_MAX));
    this.#mustCorrectWaits = corrected === CORRECTED_MAX;
    if (corrected > 0)
      this.#options.log.warn({ jobs: corrected }, "the clock was set back; due times of jobs are corrected");
  }

  #running(): readonly RunningJob[] {
    return [...this.#slots.values()].map((slot) => slot.job);
  }

  #startJob(claimed: ClaimedJob, startedAt: number): void {
    const kindOf = this.#kinds.get(claimed.kind);
    assert(kindOf, `a job of unknown kind ${claimed.kind} was claimed`);
    // Another node has rescued it from this one, because its lease could not be renewed.
    this.#slots.get(claimed.id)?.controller.abort(new Error("The job was started again."));
    const controller = new AbortController();
    const isOurs = (): boolean => this.#slots.get(claimed.id)?.controller === controller;
    const isStopping = (): boolean => this.#life === "stopping";
    const { signal } = controller;
    const job = { ...claimed, kindOf, owner: this.#owner, signal, startedAt, isOurs, isStopping };
    // In a microtask, so that the job has its slot before it can end.
    const ended = Promise.resolve().then(() => this.#run(job));
    this.#slots.set(claimed.id, { job, controller, ended });
  }

  async #run(job: RunningJob): Promise<void> {
    // A claim that was being made when the runner stopped has claimed it.
    const ended = job.isStopping() ? await putBack(this.#options, job) : await runJob(this.#options, job);
    if (!job.isOurs()) return;
    this.#slots.delete(job.id);
    this.#report(job, ended);
    this.#claimIn(0);
  }

  /** Renews before it rescues: after a sleep of the machine, our own running jobs must not be rescued. */
  async #renewLeases(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const slots = [...this.#slots.values()];
    if (slots.length > 0) {
      const ids = slots.map(({ job }) => job.id);
      const held = await db.write((tx) => renewLeases(tx, this.#owner, ids, now + LEASE_MS));
      // By its controller, because the job of a slot that ended can have got another slot meanwhile.
      for (const { job, controller } of slots)
        if (!held.has(job.id)) controller.abort(new Error("The job was cancelled."));
    }
    if ((await this.#rescue(now, now)) > 0) this.#claimIn(0);
  }

  async #rescue(expiredAt: number | null, now: number): Promise<number> {
    const { db, log } = this.#options;
    return await rescueJobs({ db, log, kinds: this.#kinds, owner: this.#owner }, expiredAt, now);
  }

  /** Jobs of unknown kinds are not changed: another version of this program may know them. */
  async #logStranded(): Promise<void> {
    const { db, lanes, log } = this.#options;
    for (const stranded of await db.read(countStranded(db, this.#kindNames, Object.keys(lanes)))) {
      log.warn(stranded, "unknown kinds of jobs are ignored");
    }
  }

  #report(job: RunningJob, ended: JobReport["ended"]): void {
    const { id: jobId, kind, lane, attempt, startedAt } = job;
    this.#options.onReport?.({ jobId, kind, lane, attempt, ended, durationMs: this.#options.clock.now() - startedAt });
  }
}
