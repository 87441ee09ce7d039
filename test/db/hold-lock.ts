/** Takes the lock at the path of the first argument, prints a line, and waits to be killed. */
import { acquireLock } from "../../src/db/lock.ts";

const lock = acquireLock(process.argv[2] ?? "", { pid: process.pid, role: "import", address: null, since: 1 });
console.log(lock.kind);
setInterval(() => undefined, 60_000);
