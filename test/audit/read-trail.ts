import { runNow } from "../../src/db/work.ts";
import { AuditEntry } from "../../schema/wire/audit.ts";
import { listLines } from "../../src/audit/store.ts";
import type { Reading } from "../../src/db/service-db.ts";
import { parseChecked } from "../../src/lib/parse-json.ts";

/** Returns the entries of the audit trail, the oldest first. */
export function readTrail(reading: Reading): readonly AuditEntry[] {
  return runNow(listLines(reading, { from: null, to: null, keyId: null, limit: 1_000 })).flatMap((line) => {
    const entry = parseChecked(AuditEntry, line);
    return entry === null ? [] : [entry];
  });
}
