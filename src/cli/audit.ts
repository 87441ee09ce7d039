import { AuditEntry } from "../../schema/wire/audit.ts";
import { settleTrail } from "../audit/settle-trail.ts";
import { listLines } from "../audit/store.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { auditCells } from "./present-audit.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { findKey } from "./find-key.ts";
import { printList } from "./print.ts";
import { rangeEnd, rangeStart } from "./time-range.ts";
import { readWholeNumber, UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const LIMIT = 100;
const LIMIT_MAX = 100_000;

export const audit: Command = {
  name: "audit",
  summary: "list who did what and when: keys, uploads, searches, media, imports, backups",
  positionals: [],
  options: [
    { name: "key", placeholder: "KEY", about: "only what this key did, or was done to it (its id or name)" },
    { name: "from", placeholder: "TIME", about: "from this date or time (UTC)" },
    { name: "to", placeholder: "TIME", about: "up to the end of this date, or before this time (UTC)" },
    { name: "limit", placeholder: "N", about: `the newest N entries, 1 to ${LIMIT_MAX} (default: ${LIMIT})` },
  ],
  notes: `Entries have ids, and no text of briefs, no names of uploaded files and no URLs. AUDIT_DAYS sets how long they are
kept. \`needledrop audit export FILE\` writes all of them, and \`needledrop audit verify\` checks that none was changed.`,
  async run(invocation) {
    const { given } = invocation;
    const from = rangeStart("from", given.text("from"));
    const to = rangeEnd("to", given.text("to"));
    if (from !== null && to !== null && from >= to) throw new UsageError("audit: --from must be before --to.");
    const limit = readWholeNumber(given, "limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT;
    const idOrName = given.text("key");
    const lines = await withData(invocation, { mayCreate: false }, async (core) => {
      const keyId = idOrName === undefined ? null : (await findKey(core, idOrName)).id;
      await settleTrail(core.db);
      return await core.db.read(listLines(core.db, { from, to, keyId, limit }));
    });
    const documents = lines.map((line) => parseChecked(AuditEntry, line) ?? { damaged: line });
    await printList(invocation, documents, {
      header: ["TIME (UTC)", "WHO", "WHAT", "OBJECTS", "OUTCOME"],
      rows: lines.map(auditCells),
      whenEmpty: "There are no entries.",
    });
    return DONE;
  },
};
