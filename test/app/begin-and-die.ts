/** Creates the service database at the given path and ends like a crash, with all data in the write-ahead log. */
import { ServiceDb } from "../../src/db/service-db.ts";

const [path = ""] = process.argv.slice(2);
const db = ServiceDb.open(path);
db.sqlite.run("PRAGMA wal_autocheckpoint = 0");
process.kill(process.pid, "SIGKILL");
