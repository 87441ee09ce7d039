import { reindex as rebuildIndex } from "../catalog/reindex.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";
import { withProgress } from "./work-progress.ts";

export const reindex: Command = {
  name: "reindex",
  summary: "rebuild the search index of the current catalog",
  positionals: [],
  options: [],
  notes:
    "Imports and upgrades do this automatically, and a server after it has measured audio files. A running server keeps its loaded index until the next import or restart.",
  async run(invocation) {
    const generation = await withData(invocation, { mayCreate: false }, (core) =>
      withProgress(invocation.io, { name: "Indexing", unit: "songs" }, (onProgress) =>
        rebuildIndex(core.db, core.config.dataDir, onProgress),
      ),
    );
    if (generation === null) throw new Error("There is no catalog yet; `needledrop import PATH` imports one.");
    const { number, version, songs } = generation;
    const text = `Indexed ${songs} songs of catalog ${version} (generation ${number}).\n`;
    await printResult(invocation, { generation: number, version, songs }, text);
    return DONE;
  },
};
