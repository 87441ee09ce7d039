import { writeExport } from "../audit/write-export.ts";
import type { Command } from "./command.ts";
import { commandActor } from "./command-actor.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const auditExport: Command = {
  name: "audit export",
  summary: "write the audit trail to a file for an auditor",
  positionals: [{ name: "FILE", about: "the new file to write, in JSON Lines" }],
  options: [],
  notes: `The first line says what was before the first entry, the last line which entry is the last. Each entry has the SHA-256
of the one before, so \`needledrop audit verify FILE\` finds every change, on any machine. A server can be running.`,
  async run(invocation) {
    const [file = ""] = invocation.positionals;
    const { entries, last } = await withData(invocation, { mayCreate: false }, async (core) => {
      const written = await writeExport(core.db, file);
      const objects = { through: written.last.seq, sha256: written.last.sha256 };
      await core.audit.record({ actor: commandActor(invocation.io), action: "audit.exported", objects });
      return written;
    });
    const text = `Wrote ${file}: ${entries} entries, the last is number ${last.seq} with the SHA-256 ${last.sha256}.\n`;
    await printResult(invocation, { file, entries, last }, text);
    return DONE;
  },
};
