/** Opens the service database named on the command line, as any command does; run by migrate.test.ts in several processes. */
import { ServiceDb } from "../../src/db/service-db.ts";

const [path = ""] = process.argv.slice(2);
const db = ServiceDb.open(path);
db.transaction((tx) => tx.sqlite.run("insert into settings (name, value) values (?, 'x')", [crypto.randomUUID()]));
db.close();
