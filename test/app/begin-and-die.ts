/** Creates the service database at the given path and ends like a crash, with all data in the write-ahead log. */
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";

const [path = ""] = process.argv.slice(2);
const db = SqliteServiceDb.open(path);
db.sqlite.run("PRAGMA wal_autocheckpoint = 0");
process.kill(process.pid, "SIGKILL");
