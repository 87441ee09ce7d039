import { expect, test } from "bun:test";
import { join } from "node:path";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROUNDS = 3;

test("the chain stays intact when two processes append to it and are killed while they write", async () => {
  const path = join(temporaryFolder(), "needledrop.db");
  const db = SqliteServiceDb.open(path);
  const audit = new AuditTrail({ db, clock: systemClock });
  let entries = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const children = ["one", "other"].map((name) =>
      Bun.spawn([process.execPath, join(import.meta.dir, "append-until-killed.ts"), path, name], { stdout: "pipe" }),
    );
    // Both have written when their first output arrives.
    for (const child of children) await child.stdout.getReader().read();
    for (const child of children) child.kill("SIGKILL");
    for (const child of children) await child.exited;
    await audit.record({ actor: { kind: "server" }, action: "audit.pruned" });
    const verdict = await verifyTrail(db);
    if (!verdict.isIntact) throw new Error(`line ${verdict.line}: ${verdict.fault}`);
    expect(verdict.entries).toBeGreaterThan(entries + 40);
    entries = verdict.entries;
  }
  db.close();
});
