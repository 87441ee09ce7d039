/*
 * docs/limits.md lists the limits of the program with the constants that hold them:
 * 1. every constant exists, and the page has its value;
 * 2. every constant of the service whose name is that of a limit on memory, time or number is on the page.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../src");
/** Names of limits on what the service holds, runs or waits for. */
const LIMIT_NAME =
  /(?:^|_)(?:BYTES_MAX|MAX_BYTES|CPU_MS_MAX|WAITING_MAX|WAITING_CHARS_MAX|REMEMBERED_MAX|CACHED_MAX|KNOWN_MAX|KEPT_MAX|HELD_MAX|PARALLEL_MAX|STREAMS_MAX|PER_(?:KEY|ENDPOINT|HOST|ADMIN)_MAX|UPLOADS_MAX|REQUESTERS_MAX|CLIENTS_MAX|DELIVERIES_MAX|CHILDREN_MAX|AT_ONCE|TIMEOUT_MS|TIMEOUT_SECONDS|LIMIT_MS|REQUESTS|SLOTS|SLOTS_MAX|FFPROBES_MAX|FILMS_MAX|RUNS_MAX|SESSIONS_MAX|ENTRIES_MAX)$/;
/** Folders without state, or outside of the server. */
const OUTSIDE = /^(?:brief|text|ranking|sound|cli|console\/app|app\/checks)\//;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? = ([^;]+?)(?: as const| satisfies [^;]+)*;/gm;
const ROW = /^\| .+? +\| (.+?) +\| `([A-Z][A-Z0-9_]*)` in `([\w./-]+)` *\|$/gm;
const UNITS: ReadonlyMap<string, number> = new Map([
  ["SECOND_MS", 1_000],
  ["MINUTE_MS", 60_000],
  ["HOUR_MS", 3_600_000],
  ["DAY_MS", 86_400_000],
  ["MEBIBYTE", 1024 ** 2],
]);

const paths = Array.from(new Bun.Glob("**/*.ts").scanSync({ cwd: root })).filter((path) => !OUTSIDE.test(path));
/** The texts of constants by name, by file. */
const constants = new Map(paths.map((path) => [path, constantsIn(readFileSync(join(root, path), "utf8"))]));
const page = readFileSync(join(root, "../docs/limits.md"), "utf8");
const rows = Array.from(page.matchAll(ROW), ([, value = "", name = "", path = ""]) => ({ value, name, path }));

function constantsIn(text: string): ReadonlyMap<string, string> {
  const withoutComments = text.replaceAll(/^\s*(?:\/\*\*[^]*?\*\/|\/\/.*)$/gm, "");
  return new Map(Array.from(withoutComments.matchAll(CONSTANT), ([, name = "", value = ""]) => [name, value]));
}

/** Returns the value of a product of numbers and units; null for other expressions. */
function valueOf(expression: string): number | null {
  let product = 1;
  for (const factor of expression.split(/\s(?:\*)\s/)) {
    const [base = "", exponent = "1"] = factor.split(" ** ");
    const value = UNITS.get(base.trim()) ?? Number(base.replaceAll("_", ""));
    product *= value ** Number(exponent);
  }
  return Number.isNaN(product) ? null : product;
}

/** Returns the forms of a value that the page can have. */
function formsOf(name: string, value: number): readonly string[] {
  const plain = value.toLocaleString("en");
  const of = (sizes: Readonly<Record<string, number>>): readonly string[] =>
    Object.entries(sizes).flatMap(([unit, size]) => (value % size === 0 ? [`${value / size} ${unit}`] : []));
  if (/BYTES/i.test(name)) {
    const sizes = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024, GB: 1e8, MB: 1e6, KB: 1e3, bytes: 1 };
    return value % 1e8 === 0 ? [`${value / 1e9} GB`, ...of(sizes)] : of(sizes);
  }
  if (/(?:_MS|Ms)(?:_MAX|Max)?$/.test(name)) return of({ h: 3_600_000, min: 60_000, s: 1_000, ms: 1 });
  if (/_SECONDS$|Seconds$/.test(name)) return of({ min: 60, s: 1 });
  return [plain];
}

test.each(rows)("the value of $name in $path is on the page", ({ value, name, path }) => {
  const text = constants.get(path)?.get(name);
  if (text === undefined) throw new Error(`src/${path} has no constant ${name}`);
  const single = valueOf(text);
  const members = Array.from(
    text.matchAll(/\b(\w+): ([\w *.]+?)(?=[,}\s]*[,}\n])/g),
    ([, member = "", given = ""]) => ({
      name: member,
      value: valueOf(given.trim()),
    }),
  );
  for (const one of single === null ? members : [{ name, value: single }]) {
    if (one.value === null) continue;
    const forms = formsOf(/Ms|Bytes|Seconds/.test(one.name) ? one.name : name, one.value);
    const isShown = forms.some((form) => new RegExp(`(?:^|[ ;,])${form}(?:$|[ ;,])`).test(value));
    if (!isShown) throw new Error(`expected one of ${forms.join(", ")} for ${one.name}, got ${value}`);
  }
});

test("every limit is on the page", () => {
  const listed = new Set(rows.map(({ name, path }) => `\`${name}\` in \`${path}\``));
  const missing = Array.from(constants, ([path, names]) =>
    Array.from(names.keys())
      .filter((name) => LIMIT_NAME.test(name))
      .map((name) => `\`${name}\` in \`${path}\``),
  ).flat();
  expect(missing.filter((one) => !listed.has(one))).toEqual([]);
});
