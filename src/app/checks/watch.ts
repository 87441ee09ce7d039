import { watchFoldersOf, type WatchFolder } from "../../catalog/watch/watch-store.ts";
import type { Config } from "../../config/config.ts";
import { type Check, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

const NAME = "watched folder";

/** Reports what the server found in each watched folder. */
export async function checkWatch({ watch, dataDir }: Pick<Config, "watch" | "dataDir">): Promise<readonly Check[]> {
  if (watch.folders.length === 0) return [];
  const found = await readServiceDb(dataDir, (db) => db.read(watchFoldersOf(db)));
  if (found === null) return [];
  const known = new Map(found.map((one) => [one.folder, one]));
  return watch.folders.map((folder) => checkFolder(folder, known.get(folder) ?? null));
}

function checkFolder(folder: string, found: WatchFolder | null): Check {
  if (found === null) return warn(NAME, `${folder}: not looked at yet`, "Start the server with this setting.");
  const said = `${folder}: ${found.state} since ${new Date(found.since).toISOString()}. ${found.detail}`;
  switch (found.state) {
    case "current":
    case "waiting":
      return ok(NAME, said);
    case "held":
      return warn(NAME, said, `If these files were deleted on purpose: needledrop watch confirm ${folder}`);
    case "unavailable":
      return warn(NAME, said, "Mount its disk, or give the user of the server the right to read all of it.");
    case "failed":
      return warn(
        NAME,
        said,
        `Try \`needledrop import --dry-run ${folder}\`; the log of the server has every failure.`,
      );
  }
}
