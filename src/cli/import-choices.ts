import { readFileSync } from "node:fs";
import { demoCatalogPath } from "../app/demo-catalog.ts";
import { type ColumnMap, parseColumnMap } from "../catalog/import/dump/column-map.ts";
import { MEDIA_MODES, type MediaMode } from "../catalog/import/media/media-importer.ts";
import { messageOf } from "../lib/assert.ts";
import type { GivenOptions, Invocation } from "./command.ts";
import { readChoice, UsageError } from "./usage-error.ts";

/** The options of `import`, checked. */
export interface ImportChoices {
  readonly paths: readonly string[];
  readonly isDemonstration: boolean;
  readonly replace: boolean;
  readonly mayRetireMany: boolean;
  readonly dryRun: boolean;
  readonly media: MediaMode;
  readonly map: ColumnMap;
  readonly families: boolean;
  readonly reportPath: string | null;
}

/** Reads the options of `import` and the file that `--map` names. Throws UsageError. */
export function readImportChoices({ positionals, given }: Invocation): ImportChoices {
  const isDemo = given.has("demo");
  if (isDemo === positionals.length > 0) {
    throw new UsageError(`import: expected either PATH or --demo, got ${isDemo ? "both" : "neither"}.`);
  }
  return {
    isDemonstration: isDemo,
    paths: isDemo ? [demoCatalogPath()] : positionals,
    replace: given.has("replace"),
    mayRetireMany: given.has("yes"),
    dryRun: given.has("dry-run"),
    media: readChoice(given, "media", MEDIA_MODES) ?? "copy",
    map: readMap(given),
    families: !given.has("no-families"),
    reportPath: given.text("report") ?? null,
  };
}

function readMap(given: GivenOptions): ColumnMap {
  const path = given.text("map");
  if (path === undefined) return new Map();
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`--map: ${path} is not a readable JSON file: ${messageOf(error)}`);
  }
  const parsed = parseColumnMap(value);
  if (parsed.kind === "complaints") throw new UsageError(parsed.complaints.map((one) => `--map: ${one}`).join("\n"));
  return parsed.map;
}
