/** Opens the service database at the given path, as every command does. migrate.test.ts runs it in several processes. */
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { writeNow } from "../support/write-now.ts";

const [path = ""] = process.argv.slice(2);
const db = SqliteServiceDb.open(path);
writeNow(db, () => db.sqlite.run("insert into settings (name, value) values (?, 'x')", [crypto.randomUUID()]));
db.close();
