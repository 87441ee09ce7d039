import { explainingStorage } from "../app/explain-storage.ts";
import { createLogger } from "../app/logger.ts";
import { openData } from "../app/open-data.ts";
import { importCatalog, type ImportOutcome } from "../catalog/import/import-catalog.ts";
import type { ImportProgress } from "../catalog/import/tally.ts";
import type { Log } from "../lib/log.ts";
import { printable } from "../lib/printable.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, DONE_WITH_REJECTS, INTERRUPTED } from "./exit-status.ts";
import { type ImportChoices, readImportChoices } from "./import-choices.ts";
import { progressLine, progressLog } from "./import-progress.ts";
import { printDocument } from "./print.ts";
import { configFor } from "./with-data.ts";

/** Ctrl-C or SIGTERM came; the former catalog is served on. */
class Interrupted extends Error {}

export const importCommand: Command = {
  name: "import",
  summary: "bring a catalog in: dumps, sheets, or a folder of audio, as one upsert",
  positionals: [
    {
      name: "PATH",
      about: "a .jsonl, .csv, .tsv or .xlsx file, also .gz or .zst, or a folder of them or of audio files",
      isOptional: true,
      isRepeated: true,
    },
  ],
  options: [
    { name: "replace", about: "retire songs that the dumps no longer have" },
    { name: "dry-run", about: "check and count everything, and leave the catalog as it is" },
    {
      name: "media",
      placeholder: "HOW",
      about: "copy (media come into the store; the default), link (by hard link where it can be), or in-place",
    },
    {
      name: "map",
      placeholder: "FILE",
      about: 'which columns of CSV and TSV hold which fields: {"Track name":"title"}',
    },
    {
      name: "no-families",
      about: "every file or row a song of its own: versions and stems are not gathered",
    },
    {
      name: "report",
      placeholder: "FILE",
      about: "write what was rejected, is missing or was gathered, as JSON Lines of file, line, field, reason",
    },
    { name: "demo", about: "import the demonstration catalog that this program carries" },
  ],
  notes: `Sheets of Harvest Media and SourceAudio and tables of audio features are known by their headers; audio
that has no dump or sheet beside or above it is read by its tags. A bad record is rejected alone. Searches go on
meanwhile and see the new catalog when all of it is in; until then Ctrl-C or a crash leaves the former one. Exit status 3: done, but records were rejected or media are missing.`,
  async run(invocation) {
    const options = readImportChoices(invocation);
    const stopping = new AbortController();
    const forget = invocation.io.onStopSignal(() => {
      if (stopping.signal.aborted) invocation.io.kill(INTERRUPTED);
      stopping.abort(new Interrupted("Interrupted."));
    });
    try {
      const { dataDir } = configFor(invocation);
      const outcome = await explainingStorage(dataDir, () => runImport(invocation, options, stopping.signal));
      await tell(invocation, outcome, options);
      return outcome.rejected + outcome.missingMedia === 0 ? DONE : DONE_WITH_REJECTS;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await invocation.io.err.write("Interrupted; the catalog is as it was before.\n");
      return INTERRUPTED;
    } finally {
      forget();
    }
  },
};

async function runImport(invocation: Invocation, options: ImportChoices, signal: AbortSignal): Promise<ImportOutcome> {
  const config = configFor(invocation);
  const { err, screen, logTo } = invocation.io;
  // Nobody reads the log any more: no reason to end an import.
  const plain = logTo ?? { write: (line: string) => void err.write(line).catch(() => undefined) };
  const display = err.isTerminal ? progressLine(screen) : progressLog(() => log, plain);
  const log: Log = createLogger(config, { isTerminal: err.isTerminal, destination: display });
  const core = openData(config, log, { mayCreate: true });
  try {
    const { dataDir } = config;
    const { db: serviceDb, clock } = core;
    const onProgress = (progress: ImportProgress): void => display.update(progress);
    return await importCatalog({ ...options, dataDir, clock, log, onProgress, signal, serviceDb });
  } finally {
    display.end();
    core.close();
  }
}

async function tell(invocation: Invocation, outcome: ImportOutcome, options: ImportChoices): Promise<void> {
  const { io, given } = invocation;
  for (const remark of outcome.remarks) await io.err.write(`${printable(remark)}\n`);
  for (const { message, count, file, line } of outcome.warnings) {
    // An audio file has no lines.
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
  const done = options.dryRun ? "Checked, and changed nothing" : "Imported";
  await io.out.write(
    `${done} in ${seconds.toFixed(1)} s: ${added} added, ${updated} updated, ${unchanged} unchanged, ${retired} retired; ${rejected} rejected, ${missingMedia} media missing.\n`,
  );
  const { songs, files } = outcome.families;
  if (songs > 0) {
    const which = options.reportPath === null ? "--report FILE lists them" : `see ${options.reportPath}`;
    await io.out.write(`Versions and stems: ${files} files became ${songs} song${songs === 1 ? "" : "s"}; ${which}.\n`);
  }
  if (!options.dryRun && version !== null) await io.out.write(`The catalog is ${version} now.\n`);
  if (rejected + missingMedia > 0) {
    const where =
      options.reportPath === null
        ? "--report FILE writes each with file, line, field and reason"
        : `see ${options.reportPath}`;
    await io.err.write(`Some of it was rejected or is missing; ${where}.\n`);
  }
}
