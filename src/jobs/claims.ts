import type { ServiceDb, Writing } from "../db/service-db.ts";
import { claimJobs, type ClaimedJob, countRunning, dueClients, dueJobs, dueSuspect, nextRunAt } from "./claim-store.ts";
import type { JobKind } from "./job-kind.ts";
import { Turns } from "./turns.ts";

export interface ClaimsParts {
  readonly db: ServiceDb;
  readonly kinds: ReadonlyMap<string, JobKind<unknown>>;
  /** How many jobs of each lane run at a time. */
  readonly lanes: Readonly<Record<string, number>>;
}

/** A job that runs in this process. */
type Running = Pick<ClaimedJob, "kind" | "lane" | "rescues">;

interface OpenLane {
  readonly lane: string;
  readonly free: number;
}

/**
 * Which waiting jobs a runner takes into its free places. Clients have turns in each lane (see Turns). A suspect, which is a
 * job that runs again after the process ended under it, of a kind that counts crashes, runs alone among the jobs of such
 * kinds: they end first, and then wait for it. So the next end of the process can be blamed on one file.
 */
export class Claims {
  readonly #parts: ClaimsParts;
  readonly #kindNames: readonly string[];
  readonly #crashKinds: readonly string[];
  readonly #crashLanes: ReadonlySet<string>;
  readonly #turns = new Map<string, Turns>();

  constructor(parts: ClaimsParts) {
    this.#parts = parts;
    const kinds = [...parts.kinds.values()];
    const crashKinds = kinds.filter((kind) => kind.crashesMax !== undefined);
    this.#kindNames = kinds.map((kind) => kind.name);
    this.#crashKinds = crashKinds.map((kind) => kind.name);
    this.#crashLanes = new Set(crashKinds.map((kind) => kind.lane));
  }

  /** Claims what is due for the places that are free beside `running`. */
  take(
    running: readonly Running[],
    now: number,
    lease: { readonly owner: string; readonly until: number },
  ): readonly ClaimedJob[] {
    // Looked at before the write lock is taken, which most looks then do not need.
    const lanes = this.#openLanes(running, now).filter(({ lane }) => this.#nextRunAt(lane) <= now);
    const suspect = this.#canTakeSuspect(running) ? dueSuspect(this.#parts.db, this.#crashKinds, now) : null;
    if (lanes.length === 0 && suspect === null) return [];
    const claimed = this.#parts.db.transaction((tx) => {
      const chosen = lanes.flatMap((lane) => this.#inTurn(tx, lane, now));
      return claimJobs(tx, suspect === null ? chosen : [suspect, ...chosen], lease);
    });
    for (const { lane, client } of claimed) this.#turnsOf(lane).served(client);
    return claimed;
  }

  /** When the next job can be taken beside `running`; Infinity without one. */
  nextAt(running: readonly Running[], now: number): number {
    return Math.min(Infinity, ...this.#openLanes(running, now).map(({ lane }) => this.#nextRunAt(lane)));
  }

  #openLanes(running: readonly Running[], now: number): readonly OpenLane[] {
    const isHeldBack = this.#isHeldBack(running, now);
    return Object.entries(this.#parts.lanes)
      .map(([lane, places]) => ({ lane, free: places - running.filter((job) => job.lane === lane).length }))
      .filter(({ lane, free }) => free > 0 && !(isHeldBack && this.#crashLanes.has(lane)));
  }

  /** Whether jobs of the kinds that count crashes wait until a suspect has run. */
  #isHeldBack(running: readonly Running[], now: number): boolean {
    if (this.#crashKinds.length === 0) return false;
    if (running.some((job) => job.rescues > 0 && this.#crashKinds.includes(job.kind))) return true;
    return dueSuspect(this.#parts.db, this.#crashKinds, now) !== null;
  }

  #canTakeSuspect(running: readonly Running[]): boolean {
    return this.#crashKinds.length > 0 && running.every((job) => !this.#crashKinds.includes(job.kind));
  }

  /** The jobs that a lane's free places are for, one turn after the other. */
  #inTurn(tx: Writing, { lane, free }: OpenLane, now: number): readonly number[] {
    const running = countRunning(tx, lane);
    const turns = this.#turnsOf(lane);
    const waiting = new Map<string, readonly number[]>();
    let clients = dueClients(tx, lane, this.#kindNames, now);
    const chosen: number[] = [];
    while (chosen.length < free) {
      const client = turns.next(clients, running);
      if (client === null) break;
      const due = { lane, client, kinds: this.#kindNames, now, limit: free };
      const [job, ...more] = waiting.get(client) ?? dueJobs(tx, due);
      if (job !== undefined) chosen.push(job);
      waiting.set(client, more);
      running.set(client, (running.get(client) ?? 0) + 1);
      if (more.length === 0) clients = clients.filter((one) => one.client !== client);
    }
    return chosen;
  }

  #turnsOf(lane: string): Turns {
    const known = this.#turns.get(lane);
    if (known !== undefined) return known;
    const turns = new Turns();
    this.#turns.set(lane, turns);
    return turns;
  }

  #nextRunAt(lane: string): number {
    return nextRunAt(this.#parts.db, lane, this.#kindNames) ?? Infinity;
  }
}
