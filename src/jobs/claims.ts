import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import {
  claimJobs,
  type ClaimedJob,
  countRunning,
  dueClients,
  type DueJob,
  dueJobs,
  dueSuspect,
  isSuspectFirst,
  nextRunTimes,
} from "./claim-store.ts";
import type { JobKind } from "./job-kind.ts";
import { type LanePlan, type OrderedLane, orderedLane } from "./lane.ts";

export interface ClaimsDeps {
  readonly db: ServiceDb;
  readonly kinds: ReadonlyMap<string, JobKind<unknown>>;
  readonly lanes: Readonly<Record<string, LanePlan>>;
}

/** A job that runs in this process. */
type Running = Pick<ClaimedJob, "kind" | "lane" | "rescues">;

interface OpenLane {
  readonly lane: OrderedLane;
  /** Free worker slots. */
  readonly free: number;
}

/**
 * Selects the waiting jobs for a runner's free worker slots, in a fair order of clients per lane. A suspect is a job of a
 * kind that counts crashes, rescued after its process ended, or whose child process crashed. It runs alone among the jobs of such kinds: it waits until
 * they end, and they wait for it. So the next end of the process can be attributed to one file. Each node of a cluster does this by
 * itself: while a suspect waits, none starts such a job; the first without one runs it, and the others continue.
 */
export class Claims {
  readonly #deps: ClaimsDeps;
  readonly #kindNames: readonly string[];
  readonly #crashKinds: readonly string[];
  readonly #crashLanes: ReadonlySet<string>;
  readonly #lanes: readonly OrderedLane[];

  constructor(deps: ClaimsDeps) {
    this.#deps = deps;
    const kinds = [...deps.kinds.values()];
    const crashKinds = kinds.filter((kind) => kind.crashesMax !== undefined);
    this.#kindNames = kinds.map((kind) => kind.name);
    this.#crashKinds = crashKinds.map((kind) => kind.name);
    this.#crashLanes = new Set(crashKinds.map((kind) => kind.lane));
    this.#lanes = Object.entries(deps.lanes).map(([name, plan]) => orderedLane(name, plan));
  }

  /** Claims due jobs for the worker slots that `running` leaves free. One call at a time. */
  async take(
    running: readonly Running[],
    now: number,
    lease: { readonly owner: string; readonly until: number },
  ): Promise<readonly ClaimedJob[]> {
    const { db } = this.#deps;
    // Read before the write lock is taken: most of these checks find no due job and never need the lock.
    const { lanes, suspect } = await db.read(this.#due(running, now));
    if (lanes.length === 0 && suspect === null) return [];
    const choose = this.#choose.bind(this);
    const kindsAlone = this.#crashKinds;
    const claimed = await db.write(function* (tx) {
      const chosen = suspect === null ? [] : [suspect];
      for (const lane of lanes) chosen.push(...(yield* choose(tx, lane, now)));
      return yield* claimJobs(tx, chosen, lease, { suspect, kindsAlone });
    });
    for (const job of claimed) this.#lanes.find(({ name }) => name === job.lane)?.clients.recordServed(job.client);
    return claimed;
  }

  /** Returns when the next job can be claimed while `running` run; Infinity without one. */
  async nextAt(running: readonly Running[], now: number): Promise<number> {
    return await this.#deps.db.read(this.#nextAt(running, now));
  }

  *#nextAt(running: readonly Running[], now: number): Work<number> {
    const times = yield* this.#nextRunTimes();
    const open = yield* this.#openLanes(running, now, ({ name }) => times.has(name));
    return Math.min(...open.map(({ lane }) => times.get(lane.name) ?? Infinity));
  }

  /** Returns the lanes with free slots and a due job, and the suspect that is due and can run. */
  *#due(
    running: readonly Running[],
    now: number,
  ): Work<{ readonly lanes: readonly OpenLane[]; readonly suspect: number | null }> {
    const times = yield* this.#nextRunTimes();
    const lanes = yield* this.#openLanes(running, now, ({ name }) => (times.get(name) ?? Infinity) <= now);
    const suspect = this.#canTakeSuspect(running) ? yield* dueSuspect(this.#deps.db, this.#crashKinds, now) : null;
    return { lanes, suspect };
  }

  #nextRunTimes(): Work<ReadonlyMap<string, number>> {
    const names = this.#lanes.map(({ name }) => name);
    return nextRunTimes(this.#deps.db, names, this.#kindNames);
  }

  /** Returns those of the wanted lanes that have free slots. */
  *#openLanes(
    running: readonly Running[],
    now: number,
    isWanted: (lane: OrderedLane) => boolean,
  ): Work<readonly OpenLane[]> {
    const wanted = this.#lanes.filter(isWanted);
    if (wanted.length === 0) return [];
    const isHeldBack = yield* this.#isHeldBack(running, now);
    const open: OpenLane[] = [];
    for (const lane of wanted) {
      if (isHeldBack && this.#crashLanes.has(lane.name)) continue;
      const used = running.filter((job) => job.lane === lane.name).length;
      const free = (yield* lane.slots(used)) - used;
      if (free > 0) open.push({ lane, free });
    }
    return open;
  }

  /** Whether jobs of the kinds that count crashes wait until a suspect has run: what ends the process meanwhile is none of them. */
  *#isHeldBack(running: readonly Running[], now: number): Work<boolean> {
    if (this.#crashKinds.length === 0) return false;
    if (running.some((job) => job.rescues > 0 && this.#crashKinds.includes(job.kind))) return true;
    return yield* isSuspectFirst(this.#deps.db, this.#crashKinds, now);
  }

  #canTakeSuspect(running: readonly Running[]): boolean {
    return this.#crashKinds.length > 0 && running.every((job) => !this.#crashKinds.includes(job.kind));
  }

  /** Chooses jobs for the free slots of a lane, one client after the other. */
  *#choose(tx: Writing, { lane, free }: OpenLane, now: number): Work<readonly number[]> {
    const due = { lane: lane.name, order: lane.order, kinds: this.#kindNames, now };
    const running = yield* countRunning(tx, lane.name);
    const waiting = new Map<string, readonly DueJob[]>();
    let clients = yield* dueClients(tx, due);
    const chosen: number[] = [];
    while (chosen.length < free) {
      const client = lane.clients.next(clients, running);
      if (client === null) break;
      const [job, ...more] = waiting.get(client) ?? (yield* dueJobs(tx, { ...due, client, limit: free }));
      if (job !== undefined) chosen.push(job.id);
      waiting.set(client, more);
      running.set(client, (running.get(client) ?? 0) + 1);
      const [next] = more;
      clients = clients.flatMap((one) => (one.client !== client ? [one] : next === undefined ? [] : [next]));
    }
    return chosen;
  }
}
