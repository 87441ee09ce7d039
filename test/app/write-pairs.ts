/** Writes pairs of settings, each pair in one transaction, until it is killed. backup-data.test.ts runs it. */
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { writeNow } from "../support/write-now.ts";

const [path = ""] = process.argv.slice(2);
const db = SqliteServiceDb.open(path);
for (let count = 0; ; count += 1) {
  writeNow(db, () => {
    for (const side of ["left", "right"]) db.sqlite.run("insert into settings values (?, 'x')", [`${side}-${count}`]);
  });
  if (count === 100) process.stdout.write("writing\n");
  if (count % 1_000 === 0) await Bun.sleep(1);
}
