/** Begins the service database named on the command line and ends as a crash does, with everything in the write-ahead log. */
import { ServiceDb } from "../../src/db/service-db.ts";

const [path = ""] = process.argv.slice(2);
const db = ServiceDb.open(path);
db.sqlite.run("PRAGMA wal_autocheckpoint = 0");
process.kill(process.pid, "SIGKILL");
