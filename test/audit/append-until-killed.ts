/** Appends to an audit trail until it is killed. killed.test.ts runs it. */
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { systemClock } from "../../src/lib/clock.ts";

const [path = "", name = ""] = process.argv.slice(2);
const db = SqliteServiceDb.open(path);
const audit = new AuditTrail({ db, clock: systemClock });
for (let count = 0; ; count += 1) {
  await audit.record({ actor: { kind: "command", user: name }, action: "songs.removed", objects: { count } });
  if (count === 20) process.stdout.write("writing\n");
  if (count % 100 === 0) await Bun.sleep(1);
}
