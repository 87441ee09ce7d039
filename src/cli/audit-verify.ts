import { exportLines } from "../audit/read-export.ts";
import { type ChainState, verifyExport, verifyTrail } from "../audit/verify-chain.ts";
import type { Command } from "./command.ts";
import { DONE, FAILED } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const auditVerify: Command = {
  name: "audit verify",
  summary: "check that no entry of the audit trail was changed, removed or moved",
  positionals: [
    { name: "FILE", about: "an export; without it, the trail in the data folder is checked", isOptional: true },
  ],
  options: [],
  notes: `Exit status 1 and the first broken line if the chain is broken. With FILE no data folder is needed. Someone who can write
the data folder could write a new chain; keep the SHA-256 of the last entry elsewhere, and look for it in later exports.`,
  async run(invocation) {
    const [file] = invocation.positionals;
    const verdict =
      file === undefined
        ? await withData(invocation, { mayCreate: false }, (core) => verifyTrail(core.db))
        : await verifyFile(file);
    await printResult(invocation, documentOf(verdict), textOf(verdict, file));
    return verdict.isIntact ? DONE : FAILED;
  },
};

async function verifyFile(path: string): Promise<ChainState> {
  const file = Bun.file(path);
  if (!(await file.exists())) throw new Error(`There is no file ${path}; \`needledrop audit export FILE\` writes one.`);
  return await verifyExport(exportLines(file.stream()));
}

function documentOf(verdict: ChainState): object {
  if (!verdict.isIntact) return { intact: false, line: verdict.line, fault: verdict.fault };
  const { entries, first, last } = verdict;
  return { intact: true, entries, first, last };
}

function textOf(verdict: ChainState, file: string | undefined): string {
  const what = file ?? "The audit trail";
  if (!verdict.isIntact) {
    const where = file === undefined ? "entry" : "line";
    return `${what} is broken at ${where} ${verdict.line}: ${verdict.fault}.\n`;
  }
  const { entries, first, last } = verdict;
  if (entries === 0) return `${what} is intact and has no entries.\n`;
  return `${what} is intact: entries ${first} to ${last.seq}. SHA-256 of the last one: ${last.sha256}\n`;
}
