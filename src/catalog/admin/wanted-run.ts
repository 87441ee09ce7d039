import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { CatalogRunWanted } from "../../../schema/wire/admin-catalog.ts";
import { refuse } from "../../lib/refusal.ts";
import type { WantedRun } from "./catalog-runs.ts";
import type { DumpUploads } from "./dump-uploads.ts";

/** Members that belong to one kind of run only. */
const MEMBER_OF = { paths: "paths", upload: "upload_id", removal: "song_ids" } as const;

/** Returns the run that a request asks for. Throws Refused (422) for missing members, and for paths that do not exist. */
export async function wantedRunOf(given: CatalogRunWanted, uploads: DumpUploads): Promise<WantedRun> {
  const { kind, dry_run: dryRun = false, replace = false } = given;
  for (const [of, member] of Object.entries(MEMBER_OF)) {
    if ((of === kind) === (given[member] !== undefined)) continue;
    const detail = of === kind ? `${of} needs \`${member}\`.` : `\`${member}\` is only for the kind ${of}.`;
    throw refused(member, detail);
  }
  switch (kind) {
    case "paths":
      return { kind, names: given.paths ?? [], dryRun, replace, work: importOf(given, pathsOf(given), false) };
    case "demonstration":
      return { kind, names: [], dryRun, replace, work: importOf(given, [], true) };
    case "upload": {
      const path = await uploads.pathOf(given.upload_id ?? "");
      if (path === null) throw refused("upload_id", "There is no such upload. Uploads are kept for a day.");
      return { kind, names: [basename(path)], dryRun, replace, work: importOf(given, [path], false) };
    }
    case "undo":
      return { kind, names: [], dryRun: false, replace: false, work: { kind: "undo" } };
    default: {
      const ids = [...new Set(given.song_ids ?? [])];
      return { kind: "removal", names: ids, dryRun: false, replace: false, work: { kind: "remove", ids } };
    }
  }
}

function pathsOf({ paths = [] }: CatalogRunWanted): readonly string[] {
  const missing = paths.findIndex((path) => !existsSync(path));
  if (missing < 0) return paths;
  throw refused(`paths/${missing}`, "The server has no file or folder at this path.");
}

function importOf(given: CatalogRunWanted, paths: readonly string[], isDemonstration: boolean) {
  const { dry_run: dryRun = false, replace = false, retire_many: mayRetireMany = false } = given;
  const { media = "copy", families = true } = given;
  return { kind: "import", paths, isDemonstration, dryRun, replace, mayRetireMany, media, families } as const;
}

function refused(member: string, detail: string) {
  return refuse("invalid_attribute", { detail, source: { pointer: `/data/attributes/${member}` } });
}
