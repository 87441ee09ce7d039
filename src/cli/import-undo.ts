import { undoIn } from "../app/change-catalog.ts";
import { commandActor } from "./command-actor.ts";
import type { Invocation } from "./command.ts";
import { DONE, type ExitStatus } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

/** Runs `import --undo`. Throws UsageError for a PATH and for options of an import. */
export async function runUndo(invocation: Invocation, importOptions: readonly string[]): Promise<ExitStatus> {
  const { positionals, given } = invocation;
  const other = importOptions.find((name) => name !== "undo" && given.has(name));
  if (positionals.length > 0 || other !== undefined) {
    throw new UsageError(`import --undo: expected no PATH and no other option, got ${positionals[0] ?? `--${other}`}.`);
  }
  const by = { actor: commandActor(invocation.io) };
  const { undone, generation } = await withData(invocation, { mayCreate: false }, (core) => undoIn(core, by));
  const { number, version, songs } = generation;
  const text =
    `Went back from the catalog ${undone.version} with ${songsText(undone.songs)} to the former one.\n` +
    `The catalog version is now ${version}, with ${songs} songs. \`needledrop import --undo\` goes forward again.\n`;
  await printResult(invocation, { generation: number, version, songs, undone_version: undone.version }, text);
  return DONE;
}

function songsText(count: number): string {
  return count === 1 ? "1 song" : `${count} songs`;
}
