/** A process that runs one endless job until it is killed: see rescuer.test.ts. */
import { ServiceDb } from "../../src/db/service-db.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLog } from "../../src/lib/log.ts";
import { kindOf } from "./setup.ts";

const db = ServiceDb.open(process.argv[2] ?? "");
const queue = new Queue(systemClock);
const kind = kindOf({
  run: () => {
    console.log("running");
    return new Promise(() => undefined);
  },
});
new JobRunner({
  db,
  queue,
  kinds: [kind],
  lanes: { errands: 1 },
  clock: systemClock,
  timer: systemTimer,
  log: silentLog,
  isOnlyRunner: true,
}).start();
db.transaction((tx) => queue.enqueue(tx, { kind, payload: { name: "left behind" } }));
