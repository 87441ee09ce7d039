import { serveAnalysis } from "../analysis/pool/serve-analysis.ts";
import { answerBackupMediaSweep, SWEEP_BACKUP_MEDIA_COMMAND } from "../app/backups/back-up-apart.ts";
import { answerImportFolder, IMPORT_FOLDER_COMMAND } from "../app/import-folder-apart.ts";
import { answerChangeCatalog, CHANGE_CATALOG_COMMAND } from "../app/change-catalog-apart.ts";
import { answerInspection, INSPECT_COMMAND } from "../app/inspect-apart.ts";
import { answerHearing, HEAR_COMMAND } from "../audio/hearing/hear-apart.ts";
import { answerMeasure, MEASURE_COMMAND } from "../audio/measure-apart.ts";
import { answerScan, SCAN_COMMAND } from "../catalog/watch/scan-apart.ts";
import { linesOf } from "../lib/lines.ts";
import { openNativeParts } from "../native/native-parts.ts";
import { answerRender, RENDER_COMMAND } from "../sound/render-apart.ts";
import { backupForServer } from "./backup.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE } from "./exit-status.ts";

/** Commands of the server's own child processes. `help` does not list them. */
export const CHILD_COMMANDS: readonly Command[] = [
  childCommand("sight", "analyse pictures and films for a server", serveSight),
  childCommand(MEASURE_COMMAND, "measure an audio file for a server", answerStdin(answerMeasure)),
  childCommand(HEAR_COMMAND, "hear an uploaded sound for a server", answerStdin(answerHearing)),
  childCommand(RENDER_COMMAND, "render sound for a server", answerStdin(answerRender)),
  childCommand(INSPECT_COMMAND, "read every page of a database for a server", answerStdin(answerInspection)),
  childCommand(SCAN_COMMAND, "list the files of a watched folder for a server", answerStdin(answerScan)),
  childCommand(IMPORT_FOLDER_COMMAND, "import a watched folder for a server", answerStdin(answerImportFolder)),
  childCommand(CHANGE_CATALOG_COMMAND, "change the catalog for a server", async ({ io }) =>
    answerChangeCatalog(await Bun.stdin.text(), (line) => io.out.write(line)),
  ),
  backupForServer,
  childCommand(SWEEP_BACKUP_MEDIA_COMMAND, "remove media of removed backups", answerStdin(answerBackupMediaSweep)),
];

function childCommand(name: string, summary: string, work: (invocation: Invocation) => Promise<void>): Command {
  return {
    name,
    summary,
    positionals: [],
    options: [],
    // The server has started them, so they have its user.
    anyUser: true,
    async run(invocation) {
      await work(invocation);
      return DONE;
    },
  };
}

/** Answers the request on stdin. */
function answerStdin(answer: (request: string) => Promise<object>): (invocation: Invocation) => Promise<void> {
  return async ({ io }) => io.out.write(JSON.stringify(await answer(await Bun.stdin.text())));
}

/** Answers requests, one per line of stdin, until stdin ends. */
async function serveSight({ given, io }: Invocation): Promise<void> {
  await serveAnalysis(
    linesOf(Bun.stdin.stream()),
    (answer) => io.out.write(`${JSON.stringify(answer)}\n`),
    openNativeParts(given.text("data") ?? "."),
  );
}
