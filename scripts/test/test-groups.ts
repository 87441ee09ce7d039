import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const FOLDER = "test";

/**
 * The files of these folders that a worker runs share its modules, because each file would need a second or more of processor time to
 * load the application and to read the vocabulary and the models of briefs. Their tests run in the process and leave nothing behind:
 * each has its own folder, database and application.
 */
const SHARING_FOLDERS: ReadonlySet<string> = new Set([
  "account",
  "assets",
  "brief",
  "catalog",
  "cue-sheets",
  "http",
  "job-control",
  "jobs",
  "keys",
  "mcp",
  "media",
  "ranking",
  "search",
  "shortlists",
  "text",
  "usage",
  "users",
  "webhooks",
]);

/**
 * Files that take a good part of a minute, or that would be the last of their group and take ten seconds. They start first, so that no
 * worker has one left at the end.
 */
export const LONG_FILES: ReadonlySet<string> = new Set([
  "test/e2e/random-kills.test.ts",
  "test/e2e/console-stems.test.ts",
  "test/e2e/console-film.test.ts",
  "test/e2e/console-shortlists.test.ts",
  "test/e2e/console-catalog.test.ts",
  "test/e2e/kill-media-generation.test.ts",
  "test/e2e/kill-uploads.test.ts",
  "test/e2e/console-turns.test.ts",
  "test/e2e/console-player.test.ts",
  "test/e2e/console-analysed.test.ts",
  "test/e2e/console.test.ts",
  "test/e2e/console-admin-catalog.test.ts",
  "test/e2e/console-admin.test.ts",
  "test/e2e/console-admin-uploads.test.ts",
  "test/e2e/console-setup.test.ts",
  "test/jobs/kills.test.ts",
  "test/sound/render-song.test.ts",
  "test/cli/like.test.ts",
  "test/http/audio-assets.test.ts",
  "test/http/made-media.test.ts",
  "test/http/fuzz.test.ts",
  "test/ranking/constraints-hold.test.ts",
  "test/ranking/properties.test.ts",
  "test/webhooks/many-hanging.test.ts",
]);

/**
 * What changes globals, or the modules that other files would share. A file with one of these, or with a module of `test` that has
 * one, gets globals of its own.
 */
const CHANGES_GLOBALS = new RegExp(
  [
    /\b(spyOn|mock|jest|vi)\(|\bmock\.|setSystemTime|globalThis|Bun\.env/,
    /process\.(env|chdir|umask|on|once|exitCode)\b/,
    /\b(Date\.now|Math\.random|performance\.now)\s*=[^=>]/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const IMPORT = /\bfrom "(\.[^"]+\.ts)"/g;

/** Files of tests that run together, and whether each file gets fresh globals. */
export interface TestGroup {
  readonly isIsolated: boolean;
  readonly files: readonly string[];
}

/** Returns the test files in the working folder whose path contains one of the given paths, or all files, in their groups. */
export function testGroups(paths: readonly string[]): readonly TestGroup[] {
  const wanted = paths.map((path) => relative(process.cwd(), resolve(path)));
  const files = [...new Bun.Glob(`${FOLDER}/**/*.test.ts`).scanSync()]
    .filter((file) => wanted.length === 0 || wanted.some((path) => file.includes(path)))
    .toSorted();
  const sharing = new Set(files.filter(isSharing));
  return [
    { isIsolated: false, files: [...sharing] },
    { isIsolated: true, files: files.filter((file) => !sharing.has(file)) },
  ].filter((group) => group.files.length > 0);
}

function isSharing(file: string): boolean {
  return SHARING_FOLDERS.has(file.split("/")[1] ?? "") && !changesGlobals(file, new Set());
}

/** Also follows the imports of other modules in `test`. */
function changesGlobals(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  if (CHANGES_GLOBALS.test(source)) return true;
  return [...source.matchAll(IMPORT)].some(([, path = ""]) => {
    const imported = join(dirname(file), path);
    return imported.startsWith(`${FOLDER}/`) && changesGlobals(imported, seen);
  });
}
