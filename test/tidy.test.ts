import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Rules of this project that no other tool checks. Imports are matched by text, because a transpiler drops imports of types.

const root = join(import.meta.dir, "..");
const STRUCTURE = ["app", "cli", "feature", "http", "config", "db", "jobs", "native", "lib"];
/** Every other folder of src is a feature. */
const FEATURES = readdirSync(join(root, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !STRUCTURE.includes(entry.name))
  .map((entry) => entry.name);
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ["_features_", FEATURES],
  ["_foundation_", ["lib", "schema"]],
  ["_ground_", ["config", "db", "jobs", "native", "objects", "lib", "schema"]],
  ["_edge_", ["feature", "http", "config", "db", "jobs", "native", "objects", "lib", "schema"]],
]);
/** The other folders that the files of a folder can import, from ARCHITECTURE.md. */
const MAY_IMPORT = readImportTable(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));
/** The folders that a feature without a row can import. */
const OTHERWISE = expandGroups(["catalog", "keys", "_edge_"]);
/** The files of a feature that know the HTTP edge and the feature interface; its rules, stores and jobs do not. */
const EDGE_FILES =
  /\/([a-z-]+-)?(feature|routes|openapi|check|authentication|search-limit|song-filter|open-embedding|lifecycle)\.ts$/;

/** Files with queries: stores, db, the catalog database, the pointer to the current generation, and conditions shared by stores. */
const QUERIES = /^src\/(db\/.*|(.*\/)?([a-z-]+-)?store|catalog\/(catalog-db|generation)|jobs\/job-state)\.ts$/;
const LINES_MAX = { source: 300, test: 500 };
/** Type names that still have several meanings. Remove a name here when it has one meaning; never add one. */
const SHARED_TYPE_NAMES: readonly string[] = [];

const GENERATED = "clients/typescript/operations.ts";

interface Source {
  readonly path: string;
  readonly text: string;
}

const paths = ["clients", "src", "schema", "scripts", "test"]
  .flatMap((folder) => Array.from(new Bun.Glob(`${folder}/**`).scanSync({ cwd: root })))
  .filter((path) => !path.startsWith("schema/migrations/") && path !== GENERATED && !path.endsWith("README.md"));
const sources: readonly Source[] = paths
  .filter((path) => /\.(tsx?|mjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const program = sources.filter(({ path }) => /^(src|schema)\//.test(path));

/** Returns the matching lines, as `path:number: text`, of the files that `except` does not match. */
function linesWith(pattern: RegExp, except: RegExp, within: readonly Source[] = program): string[] {
  return within
    .filter(({ path }) => !except.test(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}

/** Returns all modules in imports and exports of a text, including those of types. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm);
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** `search` for src/search/store.ts, `schema` for everything in schema. */
function folderOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  return top === "src" ? second : top;
}

/** Returns the files of this project that a file imports. */
function filesImportedBy({ path, text }: Source): string[] {
  return importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(path, "..", specifier));
}

/** Returns the files that are loaded with a file, without those that it imports only when it needs them (`import("…")`). */
function filesLoadedWith(path: string, loaded = new Set<string>()): ReadonlySet<string> {
  const source = sources.find((one) => one.path === path);
  if (source === undefined || loaded.has(path)) return loaded;
  loaded.add(path);
  const text = source.text.replaceAll(/^import type .*|\bimport\(/gm, "");
  for (const imported of filesImportedBy({ path, text })) filesLoadedWith(imported, loaded);
  return loaded;
}

/** Returns groups of files that import each other, directly or through others: strongly connected components (Tarjan 1972). */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const number = numbers.size;
    let lowest = number;
    numbers.set(path, number);
    open.push(path);
    for (const target of graph.get(path) ?? []) {
      if (!numbers.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, numbers.get(target) ?? number);
    }
    if (lowest < number) return lowest;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1 || graph.get(path)?.includes(path) === true) circles.push(circle.toSorted());
    return lowest;
  };
  for (const path of graph.keys()) if (!numbers.has(path)) visit(path);
  return circles;
}

/** Returns the comments of a file as one text. A `//` in a string, as in a URL, does not begin a comment. */
function commentsOf(text: string): string {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w/])\/\/.*/g)].map(([comment]) => comment).join("\n");
}

/** Whether a file exists that is named by path from the root, from `src` or from the folder of `from`, or by its name alone. */
function isKnownPath(named: string, from: string): boolean {
  const candidates = [named, `src/${named}`, join(from, "..", named)];
  if (candidates.some((path) => existsSync(join(root, path)))) return true;
  return !named.includes("/") && paths.some((path) => path.endsWith(`/${named}`));
}

/** Returns the exported types of the program: name → files. */
function exportedTypes(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const { path, text } of program) {
    for (const [, name = ""] of text.matchAll(/^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm)) {
      files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  return files;
}

/** Returns the words in the glossary of ARCHITECTURE.md. */
function glossaryWords(): readonly string[] {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const section = page.split("\n## Glossary\n")[1]?.split("\n## ")[0] ?? "";
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => cell.replace(/\(.*\)/, ""));
  return cells
    .flatMap((cell) => cell.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "word" && !/^-+$/.test(word));
}

function wrongDirections(source: Source): string[] {
  const from = folderOf(source.path);
  return filesImportedBy(source)
    .filter((target) => /^(src|schema)\//.test(target))
    .filter((target) => folderOf(target) !== from && !(MAY_IMPORT[from] ?? OTHERWISE).includes(folderOf(target)))
    .map((target) => `${source.path} imports ${target}`);
}

describe("the code", () => {
  test("imports in one direction only", () => {
    expect(program.flatMap(wrongDirections)).toEqual([]);
  });

  test("imports the HTTP edge only in the edge files of a feature", () => {
    const knowing = program
      .filter(({ path }) => FEATURES.includes(folderOf(path)) && !EDGE_FILES.test(path))
      .filter(({ text }) => importsOf(text).some((specifier) => /\.\.\/(http|feature)\//.test(specifier)));
    expect(knowing.map(({ path }) => path)).toEqual([]);
  });

  test("has a folder for every row of the table of imports, and a row for every folder that is not a feature", () => {
    const folders = new Set(["main.ts", "schema", ...STRUCTURE, ...FEATURES]);
    expect(Object.keys(MAY_IMPORT).filter((folder) => !folders.has(folder))).toEqual([]);
    expect(["main.ts", "schema", ...STRUCTURE].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  });

  test("has no circular imports, including imports of types", () => {
    expect(circlesIn(new Map(Object.entries({ a: ["b"], b: ["c"], c: ["b"], d: ["d"] })))).toEqual([["b", "c"], ["d"]]);
    expect(circlesIn(new Map(sources.map((source) => [source.path, filesImportedBy(source)])))).toEqual([]);
  });

  test("starts a child process without loading the rest of the program", () => {
    expect(filesLoadedWith("src/cli/commands.ts")).toContain("src/app/services.ts");
    expect(filesLoadedWith("src/main.ts")).not.toContain("src/cli/commands.ts");
    expect(filesLoadedWith("src/main.ts").size).toBeLessThan(80);
  });

  test("imports files by name with extension", () => {
    const relative = sources.flatMap(({ path, text }) =>
      importsOf(text)
        .filter((specifier) => /^\.\.?\//.test(specifier) && !/(\.[a-z]+|\/LICENSE|\})$/.test(specifier))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(relative).toEqual([]);
  });

  test("has queries only in stores and in db", () => {
    expect(linesWith(/^(?!import type).*from "(drizzle-orm|bun:sqlite)/, QUERIES, sourcesIn("src"))).toEqual([]);
    const statement = /\b(SELECT\s+.*\bFROM|INSERT\s+(OR \w+ )?INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET|PRAGMA\s+\w+)\b/;
    expect(linesWith(statement, QUERIES, sourcesIn("src"))).toEqual([]);
  });

  test("waits for work on the service database, whatever its engine, except in db", () => {
    const atOnce = /\brunNow\(|\.transaction\(|\b([a-z]\w*Db|db|database|tx|reading)\.sqlite\b/;
    expect(linesWith(atOnce, /^src\/db\//, sourcesIn("src"))).toEqual([]);
    expect(linesWith(/\.orm\b/, QUERIES, sourcesIn("src"))).toEqual([]);
    expect(linesWith(/db\/(sqlite|postgres)-service-db\.ts/, /^src\/(db|app)\//, sourcesIn("src"))).toEqual([]);
  });

  test("has a linter that reports work that nothing runs or that is compared with null", async () => {
    const { rules, overrides } = await Bun.file(join(root, ".oxlintrc.json")).json();
    expect(rules["typescript/no-floating-promises"]).toEqual(["error", { checkThenables: true }]);
    expect(rules["typescript/no-misused-promises"]).toBe("error");
    expect(overrides).toContainEqual({ files: ["src/**"], rules: { "typescript/no-unnecessary-condition": "error" } });
  });

  test("keeps brief, ranking and text pure: no clock, no randomness, no input or output", () => {
    const impure =
      /\b(Bun\.(?!hash)|process\.|Date\.now|new Date\(\)|performance\.|Math\.random|fetch\()|from "(node|bun)/;
    expect(linesWith(impure, /^$/, ["src/brief", "src/ranking", "src/text"].flatMap(sourcesIn))).toEqual([]);
  });

  test("reads the environment only in config and cli", () => {
    expect(linesWith(/\b(process|Bun|meta)\.env\b/, /^src\/(config\/|cli\/io\.ts$)/)).toEqual([]);
  });

  test("prints and exits only in cli", () => {
    expect(linesWith(/(?<!-)\bconsole\.\w|process\.(stdout|stderr|exit)/, /^src\/(cli\/|main\.ts$)/)).toEqual([]);
  });

  test("reads error codes in one file", () => {
    expect(linesWith(/"code" in |Reflect\.get\(error/, /^src\/lib\/error-code\.ts$/)).toEqual([]);
  });

  test("normalises texts only through toNormalForm, in linear time", () => {
    expect(linesWith(/\.normalize\("/, /^src\/lib\/to-normal-form\.ts$/)).toEqual([]);
  });

  test("loads sharp only through loadSharp", () => {
    expect(linesWith(/^(?!import type).*(from|import\() ?"sharp"/, /^src\/native\/load-sharp\.ts$/)).toEqual([]);
  });

  test("declares wire fields, in snake case, only in schema", () => {
    expect(linesWith(/\breadonly [a-z]+(_[a-z]+)+\??:/, /^schema\//)).toEqual([]);
  });

  test("has named exports and no barrels", () => {
    expect(linesWith(/^export default/, /\.d\.ts$|\.config\.ts$/, sources)).toEqual([]);
    expect(linesWith(/^export (type )?\*/, /^$/, sources)).toEqual([]);
    expect(paths.filter((path) => /\/index\.[a-z]+$/.test(path))).toEqual([]);
  });

  test("gives each exported type a unique name", () => {
    const shared = [...exportedTypes()].filter(([, files]) => files.length > 1);
    const violations = shared.filter(([name]) => !SHARED_TYPE_NAMES.includes(name));
    expect(violations.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
    const names = new Set(shared.map(([name]) => name));
    expect(SHARED_TYPE_NAMES.filter((name) => !names.has(name))).toEqual([]);
  });

  test("names only existing files in comments", () => {
    const named = /(?<![\w/:.…*<{-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|md|as|sql|json)\b/g;
    const missing = sources.flatMap(({ path, text }) =>
      [...commentsOf(text).matchAll(named)]
        .filter(([name]) => !isKnownPath(name, path))
        .map(([name]) => `${path} names ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("uses the words of the glossary", () => {
    const squashed = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]/g, "");
    const code = squashed(program.map(({ path, text }) => `${path} ${text}`).join(" "));
    expect(glossaryWords().length).toBeGreaterThan(0);
    expect(glossaryWords().filter((word) => !code.includes(squashed(word)))).toEqual([]);
  });

  test("has no notes about open work", () => {
    expect(linesWith(/\b(TODO|FIXME|HACK)\b/, /^test\/tidy\.test\.ts$/, sources)).toEqual([]);
  });

  test("has names in kebab case", () => {
    const isKebab = (part: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part);
    expect(paths.filter((path) => !path.split("/").every(isKebab))).toEqual([]);
  });

  test("has no long files, except word lists", () => {
    const long = sources
      .filter(({ path }) => !/^src\/brief\/(words|vocabulary)\//.test(path))
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ path, lines }) => lines > LINES_MAX[path.startsWith("test/") ? "test" : "source"]);
    expect(long).toEqual([]);
  });
});

function sourcesIn(folder: string): readonly Source[] {
  return sources.filter(({ path }) => path.startsWith(`${folder}/`));
}

/** Reads the table below "## Imports": folder → the folders it can import, groups expanded. */
function readImportTable(page: string): Readonly<Record<string, readonly string[]>> {
  const [, section = ""] = /\n## Imports\n(.*?)\n## /s.exec(page) ?? [];
  const rows = section.matchAll(/^\| `([a-z.-]+)` +\| (.*) \|$/gm);
  return Object.fromEntries([...rows].map(([, folder = "", cell = ""]) => [folder, expandGroups(namesIn(cell))]));
}

function namesIn(cell: string): readonly string[] {
  return cell.match(/_[a-z]+_|(?<=`)[a-z.-]+(?=`)/g) ?? [];
}

function expandGroups(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => GROUPS.get(name) ?? [name]);
}
