/** Takes the lock named by the first argument, says so, and waits to be killed. */
import { acquireLock } from "../../src/db/lock.ts";

const lock = acquireLock(process.argv[2] ?? "", { pid: process.pid, role: "import", address: null, since: 1 });
console.log(lock.kind);
setInterval(() => undefined, 60_000);
