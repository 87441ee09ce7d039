import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { rows } from "../../src/db/work.ts";
import { claimJobs } from "../../src/jobs/claim-store.ts";
import type { JobKind, JobReport } from "../../src/jobs/job-kind.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { rescueJobs } from "../../src/jobs/rescuer.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { Scheduler } from "../../src/jobs/scheduler.ts";
import { renewLeases } from "../../src/jobs/store.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";
import { FakeTime } from "./fake-time.ts";
import { heldKind, kindOf, type Payload } from "./setup.ts";

/** A node: its own connections, queue and time. Its runner does nothing while its time does not pass. */
interface Node {
  readonly db: PostgresServiceDb;
  readonly queue: Queue;
  readonly time: FakeTime;
  readonly reports: JobReport[];
}

interface Row {
  readonly state: string;
  readonly attempt: number;
  readonly rescues: number;
  readonly crashes: number;
  readonly lease_owner: string | null;
}

let address: string;
let nodes: Node[];
let runners: { readonly runner: JobRunner; readonly time: FakeTime }[];

async function newNode(): Promise<Node> {
  const time = new FakeTime();
  const node = { db: await PostgresServiceDb.open(address), queue: new Queue(time), time, reports: [] };
  nodes.push(node);
  return node;
}

async function start({ db, queue, time, reports }: Node, kind: JobKind<Payload>): Promise<JobRunner> {
  const runner = new JobRunner({
    db,
    queue,
    kinds: [kind],
    lanes: { errands: 8 },
    clock: time,
    timer: time,
    log: silentLog,
    isOnlyRunner: true,
    onReport: (report) => void reports.push(report),
  });
  runners.push({ runner, time });
  await runner.start();
  return runner;
}

async function add({ db, queue }: Node, kind: JobKind<Payload>): Promise<number> {
  return await db.write((tx) => queue.enqueue(tx, { kind, payload: { name: "one" } }));
}

async function row(id: number): Promise<Row> {
  const [found] = await first().db.read(rows<Row>(first().db, "SELECT * FROM jobs WHERE id = ?", id));
  if (found === undefined) throw new Error(`There is no job ${id}.`);
  return found;
}

function first(): Node {
  const [node] = nodes;
  if (node === undefined) throw new Error("There is no node.");
  return node;
}

/** Lets the time of nodes pass, by `stepMs` at a time, until it is so. Statements need real time meanwhile. */
async function until(isSo: () => boolean, of: readonly Node[], stepMs = 0): Promise<void> {
  while (!isSo()) {
    for (const { time } of of) await time.pass(stepMs);
    await Bun.sleep(2);
  }
}

describe.skipIf(!HAS_POSTGRES)("nodes of one database", () => {
  beforeEach(async () => {
    address = await newPostgresAddress();
    [nodes, runners] = [[], []];
  });

  afterEach(async () => {
    for (const { runner, time } of runners) {
      const stopped = { is: false };
      void runner.stop().then(() => (stopped.is = true));
      while (!stopped.is) {
        await time.pass(SECOND_MS);
        await Bun.sleep(2);
      }
    }
    await Promise.all(nodes.map(({ db }) => db.close()));
  });

  test("let a job run where it runs, and one of them takes over what a node that vanishes leaves", async () => {
    const { kind, tries } = heldKind();
    const [a, b] = [await newNode(), await newNode()];
    const id = await add(a, kind);
    await start(a, kind);
    await until(() => tries.length === 1, [a]);
    const owner = (await row(id)).lease_owner;
    await start(b, kind);
    expect((await row(id)).lease_owner).toBe(owner);
    await until(() => tries.length === 2, [b], 5 * SECOND_MS);
    expect(await row(id)).toMatchObject({ state: "running", attempt: 1, rescues: 1 });
    tries[0]?.end({ kind: "done" });
    await until(() => a.reports.length === 1, []);
    expect(a.reports[0]?.ended).toBe("lost");
    tries[1]?.end({ kind: "done" });
    await until(() => b.reports.length === 1, []);
    expect(b.reports[0]?.ended).toBe("done");
    expect((await row(id)).state).toBe("done");
  });

  test("get the jobs of a node that stops", async () => {
    const { kind, tries } = heldKind();
    const [a, b] = [await newNode(), await newNode()];
    await start(b, kind);
    const id = await add(a, kind);
    const stopping = await start(a, kind);
    await until(() => tries.length === 1, [a]);
    void stopping.stop();
    await until(() => a.reports.length === 1, [a], SECOND_MS);
    expect(a.reports[0]?.ended).toBe("put_back");
    expect(await row(id)).toMatchObject({ state: "ready", attempt: 0, rescues: 0 });
    await until(() => tries.length === 2, [b], SECOND_MS);
    expect(await row(id)).toMatchObject({ attempt: 1, rescues: 0 });
  });

  test("either renew or rescue a lease that has expired, never both", async () => {
    const [a, b] = [await newNode(), await newNode()];
    const kind = kindOf();
    const ids = await Promise.all(Array.from({ length: 24 }, () => add(a, kind)));
    const now = a.time.now();
    const kinds = new Map([[kind.name, kind]]);
    for (let round = 0; round < 3; round += 1) {
      const lease = { owner: "a", until: now - 1 };
      await a.db.write((tx) => claimJobs(tx, ids, lease, { suspect: null, kindsAlone: [] }));
      const renewals = ids.map((id) => a.db.write((tx) => renewLeases(tx, "a", [id], now + 60_000)));
      const rescued = rescueJobs({ db: b.db, kinds, log: silentLog, owner: "b" }, now, now);
      const held = new Set((await Promise.all(renewals)).flatMap((some) => [...some]));
      expect(held.size + (await rescued)).toBe(ids.length);
      for (const id of ids) expect((await row(id)).state).toBe(held.has(id) ? "running" : "ready");
      await a.db.write((tx) => rows(tx, "UPDATE jobs SET state = 'ready', lease_until = NULL, lease_owner = NULL"));
    }
  });

  test("leave a job with its node if its lease is renewed after it was found expired", async () => {
    const [a, b] = [await newNode(), await newNode()];
    const kind = kindOf();
    const id = await add(a, kind);
    const now = a.time.now();
    await a.db.write((tx) => claimJobs(tx, [id], { owner: "a", until: now - 1 }, { suspect: null, kindsAlone: [] }));
    const read = b.db.read.bind(b.db);
    b.db.read = async (work) => {
      const expired = await read(work);
      await a.db.write((tx) => renewLeases(tx, "a", [id], now + 60_000));
      return expired;
    };
    expect(
      await rescueJobs({ db: b.db, kinds: new Map([[kind.name, kind]]), log: silentLog, owner: "b" }, now, now),
    ).toBe(0);
    expect(await row(id)).toMatchObject({ state: "running", lease_owner: "a", rescues: 0 });
  });

  test("start a job at once that another one adds or hastens, and end one at once that another one cancels", async () => {
    const { kind, tries } = heldKind();
    const [a, b] = [await newNode(), await newNode()];
    await start(b, kind);
    await b.time.pass(0);
    const id = await add(a, kind);
    await until(() => tries.length === 1, [b]);
    await a.db.write((tx) => a.queue.cancel(tx, id, "no"));
    await until(() => tries[0]?.context.signal.aborted === true, []);
    const later = { kind, payload: { name: "one" }, runAt: a.time.now() + 60_000, uniqueKey: "k" };
    await a.db.write((tx) => a.queue.enqueue(tx, later));
    await a.db.write((tx) => a.queue.hasten(tx, "k"));
    await until(() => tries.length === 2, [b]);
  });

  test("run a duty of one node on one of them, and on the other one when the first has vanished", async () => {
    const [a, b] = [await newNode(), await newNode()];
    const ran: Node[] = [];
    const schedulers = [a, b].map((node) => {
      const run = (): void => void ran.push(node);
      const duty = { name: "sweep", everyMs: SECOND_MS, runsOn: "one node", run } as const;
      const hold = (name: string) => node.db.hold(name);
      return new Scheduler({ duties: [duty], timer: node.time, log: silentLog, hold });
    });
    for (const scheduler of schedulers) scheduler.start();
    await until(() => ran.length === 3, [a, b], SECOND_MS);
    expect(new Set(ran).size).toBe(1);
    const [other] = ran[0] === a ? [b] : [a];
    await ran[0]?.db.close();
    await until(() => ran.at(-1) === other, [other], SECOND_MS);
    for (const scheduler of schedulers) await scheduler.stop();
  });

  test("hold a crash against the job that ran alone on the ended node, and no job waits because of it", async () => {
    const [a, b] = [await newNode(), await newNode()];
    const kind = kindOf({ crashesMax: 2 });
    const [crashed, other] = [await add(a, kind), await add(a, kind)];
    const now = a.time.now();
    await a.db.write((tx) => rows(tx, "UPDATE jobs SET rescues = 1"));
    const alone = { suspect: crashed, kindsAlone: [kind.name] };
    await a.db.write((tx) => claimJobs(tx, [crashed], { owner: "a", until: now - 1 }, alone));
    await rescueJobs({ db: b.db, kinds: new Map([[kind.name, kind]]), log: silentLog, owner: "b" }, now, now);
    expect(await row(crashed)).toMatchObject({ state: "ready", rescues: 2, crashes: 1, run_at: now });
    expect(await row(other)).toMatchObject({ rescues: 1, crashes: 0, run_at: now });
  });
});
