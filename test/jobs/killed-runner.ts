/** A process that runs one endless job until it is killed: see rescuer.test.ts. */
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import type { JobKind } from "../../src/jobs/job-kind.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { Type } from "@sinclair/typebox";

const db = SqliteServiceDb.open(process.argv[2] ?? "");
const queue = new Queue(systemClock);
const kind: JobKind<{ name: string }> = {
  name: "errand",
  lane: "errands",
  payload: Type.Object({ name: Type.String() }),
  attemptsMax: 3,
  retryDelayMs: () => 1_000,
  run: () => {
    console.log("running");
    return new Promise(() => undefined);
  },
};
await new JobRunner({
  db,
  queue,
  kinds: [kind],
  lanes: { errands: 1 },
  clock: systemClock,
  timer: systemTimer,
  log: silentLog,
  isOnlyRunner: true,
}).start();
await db.write((tx) => queue.enqueue(tx, { kind, payload: { name: "left behind" } }));
