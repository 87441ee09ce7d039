import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../../src");
/** Names of limits on what the service holds, runs or waits for. */
const LIMIT_NAME =
  /(?:^|_)(?:BYTES_MAX|MAX_BYTES|CPU_MS_MAX|WAITING_MAX|WAITING_CHARS_MAX|REMEMBERED_MAX|CACHED_MAX|KNOWN_MAX|KEPT_MAX|HELD_MAX|PARALLEL_MAX|STREAMS_MAX|PER_(?:KEY|ENDPOINT|HOST|ADMIN)_MAX|UPLOADS_MAX|REQUESTERS_MAX|CLIENTS_MAX|DELIVERIES_MAX|CHILDREN_MAX|AT_ONCE|TIMEOUT_MS|TIMEOUT_SECONDS|LIMIT_MS|REQUESTS|SLOTS|SLOTS_MAX|FFPROBES_MAX|FILMS_MAX|RUNS_MAX|SESSIONS_MAX|ENTRIES_MAX)$/;
/** Folders without state, or outside of the server. */
const OUTSIDE = /^(?:brief|text|ranking|sound|cli|console\/app|app\/checks)\//;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? = ([^;]+?)(?: as const| satisfies [^;]+)*;/gm;
const ROW = /^\| .+? +\| (.+?) +\| `([A-Z][A-Z0-9_]*)` in `([\w./-]+)` *\|$/gm;

export interface ListedLimit {
  readonly value: string;
  readonly name: string;
  readonly path: string;
}

const paths = Array.from(new Bun.Glob("**/*.ts").scanSync({ cwd: root })).filter((path) => !OUTSIDE.test(path));
/** The texts of constants of the service by name, by file in `src`. */
export const constants = new Map(paths.map((path) => [path, constantsIn(readFileSync(join(root, path), "utf8"))]));
const page = readFileSync(join(root, "../docs/limits.md"), "utf8");
/** The rows of docs/limits.md. */
export const listedLimits: readonly ListedLimit[] = Array.from(
  page.matchAll(ROW),
  ([, value = "", name = "", path = ""]) => ({ value, name, path }),
);

function constantsIn(text: string): ReadonlyMap<string, string> {
  const withoutComments = text.replaceAll(/^\s*(?:\/\*\*[^]*?\*\/|\/\/.*)$/gm, "");
  return new Map(Array.from(withoutComments.matchAll(CONSTANT), ([, name = "", value = ""]) => [name, value]));
}

/** Returns the constants with the name of a limit that docs/limits.md lacks. */
export function unlistedLimits(): readonly string[] {
  const nameOf = ({ name, path }: Omit<ListedLimit, "value">): string => `\`${name}\` in \`${path}\``;
  const listed = new Set(listedLimits.map(nameOf));
  return Array.from(constants, ([path, names]) =>
    Array.from(names.keys())
      .filter((name) => LIMIT_NAME.test(name))
      .map((name) => nameOf({ name, path })),
  )
    .flat()
    .filter((one) => !listed.has(one));
}
