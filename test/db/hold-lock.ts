/** Takes the lock that the first argument names, prints the result, and waits to be killed. */
import { acquireLock } from "../../src/db/lock.ts";

const lock = acquireLock(process.argv[2] ?? "", { pid: process.pid, role: "import", address: null, since: 1 });
console.log(lock.kind);
// The reference keeps the lock: without one its database is garbage, and collecting it releases the lock.
setInterval(() => lock, 60_000);
