import { explainingStorage } from "../app/explain-storage.ts";
import { createLogger } from "../app/logger.ts";
import { openData } from "../app/open-data.ts";
import { separateMedia } from "../app/separate-media.ts";
import { importInto } from "../app/change-catalog.ts";
import type { ImportOutcome } from "../catalog/import/import-catalog.ts";
import type { ImportProgress } from "../catalog/import/tally.ts";
import type { Log } from "../lib/log.ts";
import { printable } from "../lib/printable.ts";
import { commandActor } from "./command-actor.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, DONE_WITH_REJECTS, INTERRUPTED } from "./exit-status.ts";
import { type ImportChoices, readImportChoices } from "./import-choices.ts";
import { runUndo } from "./import-undo.ts";
import { progressLine, progressLog } from "./import-progress.ts";
import { printDocument } from "./print.ts";
import { configFor } from "./with-data.ts";

/** The import was ended by Ctrl-C or SIGTERM. The previous catalog stays in use. */
class Interrupted extends Error {}

export const importCommand: Command = {
  name: "import",
  summary: "import a catalog from dumps, sheets or folders of audio",
  positionals: [
    {
      name: "PATH",
      about:
        "a .jsonl, .csv or .tsv file (also .gz or .zst), an .xlsx file, or a folder of such files or of audio files",
      isOptional: true,
      isRepeated: true,
    },
  ],
  options: [
    { name: "replace", about: "retire songs that the dumps no longer contain" },
    { name: "yes", about: "let --replace retire more than a tenth of the songs" },
    { name: "undo", about: "go back to the catalog before the last import; takes no PATH" },
    { name: "dry-run", about: "check and count everything without changing the catalog" },
    {
      name: "media",
      placeholder: "HOW",
      about: "copy media into the store (default), link them there (hard links if possible), or serve them in-place",
    },
    {
      name: "map",
      placeholder: "FILE",
      about: 'a JSON object from the columns of a table to fields: {"Track name":"title"}',
    },
    {
      name: "no-families",
      about: "make each file or row a separate song; do not group versions and stems",
    },
    {
      name: "report",
      placeholder: "FILE",
      about: "write what was rejected, missing or grouped, as JSON Lines with file, line, field, reason",
    },
    { name: "demo", about: "import the built-in demonstration catalog instead of a PATH" },
  ],
  notes: `Sheets of Harvest Media and SourceAudio and tables of audio features are detected by their headers. If audio files have
no dump or sheet in their folder or a folder above, songs are built from their tags. An invalid record does not stop the
import. Searches continue during an import and use the new catalog when it is complete; Ctrl-C or a crash leaves the
previous catalog in use. Exit status 3: done, but records were rejected or media are missing.`,
  async run(invocation) {
    if (invocation.given.has("undo")) {
      return await runUndo(
        invocation,
        importCommand.options.map(({ name }) => name),
      );
    }
    const options = readImportChoices(invocation);
    const stopping = new AbortController();
    const stopListening = invocation.io.onStopSignal(() => {
      if (stopping.signal.aborted) invocation.io.kill(INTERRUPTED);
      stopping.abort(new Interrupted("Interrupted."));
    });
    try {
      const { dataDir } = configFor(invocation);
      const outcome = await explainingStorage(dataDir, () => runImport(invocation, options, stopping.signal));
      await printOutcome(invocation, outcome, options);
      return outcome.rejected + outcome.missingMedia === 0 ? DONE : DONE_WITH_REJECTS;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await invocation.io.err.write("Interrupted; the catalog is as it was before.\n");
      return INTERRUPTED;
    } finally {
      stopListening();
    }
  },
};

async function runImport(invocation: Invocation, options: ImportChoices, signal: AbortSignal): Promise<ImportOutcome> {
  const config = configFor(invocation);
  const { err, screen, logTo } = invocation.io;
  // A closed log must not end an import.
  const logOutput = logTo ?? { write: (line: string) => void err.write(line).catch(() => undefined) };
  const display = err.isTerminal ? progressLine(screen) : progressLog(() => log, logOutput);
  const log: Log = createLogger(config, { isTerminal: err.isTerminal, destination: display });
  const core = await openData(config, log, { mayCreate: true });
  try {
    const onProgress = (progress: ImportProgress): void => display.update(progress);
    if (!options.dryRun) await separateMedia(core, { role: "import", hasServerLock: false, signal });
    return await importInto(core, { actor: commandActor(invocation.io) }, { ...options, onProgress, signal });
  } finally {
    display.end();
    await core.close();
  }
}

async function printOutcome(invocation: Invocation, outcome: ImportOutcome, options: ImportChoices): Promise<void> {
  const { io, given } = invocation;
  for (const remark of outcome.remarks) await io.err.write(`${printable(remark)}\n`);
  for (const { message, count, file, line } of outcome.warnings) {
    // Line 0: a file without lines, such as audio.
    const place = line === 0 ? file : `${file}, line ${line}`;
    const where = count === 1 ? place : `${count} times, first in ${place}`;
    await io.err.write(`${printable(`Warning: ${message} (${where})`)}\n`);
  }
  if (given.has("json")) {
    const { missingMedia, ...rest } = outcome;
    await printDocument(invocation, { ...rest, missing_media: missingMedia, dry_run: options.dryRun });
    return;
  }
  const { added, updated, unchanged, retired, rejected, missingMedia, seconds, version } = outcome;
  const done = options.dryRun ? "Checked without changes" : "Imported";
  await io.out.write(
    `${done} in ${seconds.toFixed(1)} s: ${added} added, ${updated} updated, ${unchanged} unchanged, ${retired} retired; ${rejected} rejected, ${missingMedia} media missing.\n`,
  );
  const { songs, files } = outcome.families;
  if (songs > 0) {
    const which = options.reportPath === null ? "use --report FILE to list them" : `see ${options.reportPath}`;
    await io.out.write(`Versions and stems: ${files} files became ${songs} song${songs === 1 ? "" : "s"}; ${which}.\n`);
  }
  if (!options.dryRun && version !== null) await io.out.write(`The catalog version is now ${version}.\n`);
  if (rejected + missingMedia > 0) {
    const where =
      options.reportPath === null
        ? "use --report FILE to list each with file, line, field and reason"
        : `see ${options.reportPath}`;
    await io.err.write(`Some records were rejected or media are missing; ${where}.\n`);
  }
}
