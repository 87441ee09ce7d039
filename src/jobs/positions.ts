import type { Reading, ServiceDb } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { type Clock, SECOND_MS } from "../lib/clock.ts";
import { countRunning } from "./claim-store.ts";
import { type DueKey, dueKeys } from "./count-store.ts";
import type { Queue } from "./queue.ts";
import { orderTimeOf } from "./round-order.ts";

/** Jobs per lane that get a position, the longest due first: about two milliseconds of work. */
const POSITIONS_MAX = 1_000;
/** Positions are read again after this time, and when a job was added. */
const FRESH_MS = SECOND_MS;

interface Snapshot {
  readonly readAt: number;
  /** By unique key. */
  readonly positions: ReadonlyMap<string, number>;
}

/** Estimates when waiting jobs start, in lanes that run the shortest work first. Cheap enough for requests. */
export class Positions {
  readonly #db: ServiceDb;
  readonly #clock: Clock;
  readonly #snapshots = new Map<string, Snapshot>();
  /** Reads in flight, by lane: requests at the same time share one. */
  readonly #readings = new Map<string, { readonly changes: number; readonly snapshot: Promise<Snapshot> }>();
  /** How often a job became ready, by lane: a snapshot that was being read meanwhile may lack it. */
  readonly #changes = new Map<string, number>();

  constructor(db: ServiceDb, clock: Clock, queue: Queue) {
    this.#db = db;
    this.#clock = clock;
    queue.subscribe((event) => {
      if (event.kind !== "ready") return;
      this.#snapshots.delete(event.lane);
      this.#changes.set(event.lane, this.#changesOf(event.lane) + 1);
    });
  }

  /** Returns 1 for the job that is next in its lane; null for a job that does not wait, or that a thousand others precede. */
  async of(lane: string, uniqueKey: string): Promise<number | null> {
    const { positions } = await this.#snapshot(lane);
    return positions.get(uniqueKey) ?? null;
  }

  async #snapshot(lane: string): Promise<Snapshot> {
    const readAt = this.#clock.now();
    const present = this.#snapshots.get(lane);
    if (present !== undefined && Math.abs(readAt - present.readAt) < FRESH_MS) return present;
    const changes = this.#changesOf(lane);
    const inFlight = this.#readings.get(lane);
    if (inFlight?.changes === changes) return await inFlight.snapshot;
    const reading = { changes, snapshot: this.#read(lane, readAt) };
    this.#readings.set(lane, reading);
    try {
      const snapshot = await reading.snapshot;
      if (this.#changesOf(lane) === changes) this.#snapshots.set(lane, snapshot);
      return snapshot;
    } finally {
      if (this.#readings.get(lane) === reading) this.#readings.delete(lane);
    }
  }

  async #read(lane: string, readAt: number): Promise<Snapshot> {
    return { readAt, positions: await this.#db.read(readPositions(this.#db, lane, readAt)) };
  }

  #changesOf(lane: string): number {
    return this.#changes.get(lane) ?? 0;
  }
}

function* readPositions(reading: Reading, lane: string, at: number): Work<Snapshot["positions"]> {
  const due = yield* dueKeys(reading, lane, at, POSITIONS_MAX);
  const order = expectedOrder(due, yield* countRunning(reading, lane));
  return new Map(order.flatMap(({ uniqueKey }, index) => (uniqueKey === null ? [] : [[uniqueKey, index + 1]])));
}

/**
 * Returns jobs in the order in which they will probably start (`RoundOrder`): one job of each client per round. Each running job
 * counts as a round that its client has had. Earlier rounds, and jobs that will be added, are unknown.
 */
export function expectedOrder(due: readonly DueKey[], running: ReadonlyMap<string, number>): readonly DueKey[] {
  const rounds = new Map(running);
  const inRounds = due
    .toSorted((a, b) => orderTimeOf(a) - orderTimeOf(b) || compareClients(a, b))
    .map((job) => {
      const round = rounds.get(job.client) ?? 0;
      rounds.set(job.client, round + 1);
      return { job, round };
    });
  // The sort is stable, so within a round the order remains.
  return inRounds.toSorted((a, b) => a.round - b.round).map(({ job }) => job);
}

/** Like `firstBy`, for jobs with the same order time. */
function compareClients(a: DueKey, b: DueKey): number {
  return a.client === b.client ? 0 : a.client < b.client ? -1 : 1;
}
