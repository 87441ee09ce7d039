import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Rules of the house that no other tool holds. Imports are matched by text, because a transpiler drops those of types.

const FOUNDATION = ["lib", "schema"];
const GROUND = ["config", "db", "jobs", "native", ...FOUNDATION];
const FEATURES = [
  "analysis",
  "assets",
  "audio",
  "brief",
  "catalog",
  "embedding",
  "keys",
  "media",
  "ranking",
  "search",
  "sound",
  "usage",
  "webhooks",
];

/** What the files of a folder may import besides their own folder. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["cli"],
  cli: ["app", "http", "config", "jobs", "native", ...FEATURES, ...FOUNDATION],
  app: ["http", "console", ...FEATURES, ...GROUND],
  http: ["console", "config", "jobs", "native", ...FEATURES, ...FOUNDATION],
  console: FOUNDATION,
  search: ["assets", "brief", "catalog", "embedding", "keys", "media", "ranking", "usage", "webhooks", ...GROUND],
  assets: ["analysis", "keys", "media", ...GROUND],
  analysis: ["audio", ...GROUND],
  audio: GROUND,
  catalog: ["audio", "keys", "media", "ranking", ...GROUND],
  embedding: ["catalog", "ranking", ...GROUND],
  webhooks: ["keys", ...GROUND],
  media: ["audio", "keys", ...GROUND],
  keys: GROUND,
  sound: ["media", ...GROUND],
  usage: GROUND,
  ranking: ["brief", ...FOUNDATION],
  brief: FOUNDATION,
  jobs: ["db", ...FOUNDATION],
  db: FOUNDATION,
  native: FOUNDATION,
  config: FOUNDATION,
  lib: ["schema"],
  schema: [],
};
/** Stores, and three that are one in all but name: the pointer's row, conditions that stores share, what `app` keeps. */
const QUERIES = /^src\/(db\/.*|(.*\/)?([a-z-]+-)?store|catalog\/(catalog-db|generation)|jobs\/job-state)\.ts$/;
const LINES_MAX = { source: 300, test: 500 };
/** Type names that still have several meanings. Remove a name here when it has one meaning; never add one. */
const SHARED_TYPE_NAMES = [
  "Answer",
  "AudioContainer",
  "Band",
  "BpmRange",
  "Check",
  "Correction",
  "Duty",
  "Hit",
  "Kind",
  "Line",
  "MusicalKey",
  "Outcome",
  "Part",
  "Reading",
  "Role",
  "Seen",
  "SurveyParts",
  "TracePart",
  "Wanted",
];

interface Source {
  readonly path: string;
  readonly text: string;
}

const root = join(import.meta.dir, "..");
const paths = ["src", "schema", "scripts", "test"]
  .flatMap((folder) => Array.from(new Bun.Glob(`${folder}/**`).scanSync({ cwd: root })))
  .filter((path) => !path.startsWith("schema/migrations/"));
const sources: readonly Source[] = paths
  .filter((path) => /\.(ts|mjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const program = sources.filter(({ path }) => /^(src|schema)\//.test(path));

/** The lines, as `path:number: text`, that match in the files that are not excepted. */
function linesWith(pattern: RegExp, except: RegExp, within: readonly Source[] = program): string[] {
  return within
    .filter(({ path }) => !except.test(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}

/** Every module that the text names in an import or export, types included. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm);
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** `search` for src/search/store.ts, `schema` for everything in schema. */
function folderOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  return top === "src" ? second : top;
}

/** The comments of a file as one text. A `//` in a string, as in a URL, does not begin a comment. */
function commentsOf(text: string): string {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w/])\/\/.*/g)].map(([comment]) => comment).join("\n");
}

/** Files that a comment can name by path from the root, from `src`, from its own folder, or by the file name alone. */
function isKnownPath(named: string, from: string): boolean {
  const candidates = [named, `src/${named}`, join(from, "..", named)];
  if (candidates.some((path) => existsSync(join(root, path)))) return true;
  return !named.includes("/") && paths.some((path) => path.endsWith(`/${named}`));
}

/** The exported types of the program: name → files. */
function exportedTypes(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const { path, text } of program) {
    for (const [, name = ""] of text.matchAll(/^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm)) {
      files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  return files;
}

/** The words that the glossary of ARCHITECTURE.md explains. */
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
  return importsOf(source.text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(source.path, "..", specifier))
    .filter((target) => /^(src|schema)\//.test(target))
    .filter((target) => folderOf(target) !== from && MAY_IMPORT[from]?.includes(folderOf(target)) !== true)
    .map((target) => `${source.path} imports ${target}`);
}

describe("the code", () => {
  test("imports in one direction only", () => {
    expect(program.flatMap(wrongDirections)).toEqual([]);
  });

  test("names every import's file, with its ending", () => {
    const relative = sources.flatMap(({ path, text }) =>
      importsOf(text)
        .filter((specifier) => /^\.\.?\//.test(specifier) && !/(\.[a-z]+|\/LICENSE|\})$/.test(specifier))
        .map((specifier) => `${path} imports ${specifier}`),
    );
    expect(relative).toEqual([]);
  });

  test("has queries in stores and in db only", () => {
    expect(linesWith(/^(?!import type).*from "(drizzle-orm|bun:sqlite)/, QUERIES, sourcesIn("src"))).toEqual([]);
    const statement = /\b(SELECT\s+.*\bFROM|INSERT\s+(OR \w+ )?INTO|DELETE\s+FROM|UPDATE\s+\w+\s+SET|PRAGMA\s+\w+)\b/;
    expect(linesWith(statement, QUERIES, sourcesIn("src"))).toEqual([]);
  });

  test("keeps brief and ranking pure: no clock, no chance, no input or output", () => {
    const impure =
      /\b(Bun\.(?!hash)|process\.|Date\.now|new Date\(\)|performance\.|Math\.random|fetch\()|from "(node|bun)/;
    expect(linesWith(impure, /^$/, [...sourcesIn("src/brief"), ...sourcesIn("src/ranking")])).toEqual([]);
  });

  test("reads the environment at its edge only", () => {
    expect(linesWith(/\b(process|Bun|meta)\.env\b/, /^src\/(config\/|cli\/io\.ts$)/)).toEqual([]);
  });

  test("prints and sets an exit status in cli only", () => {
    expect(linesWith(/\bconsole\.\w|process\.(stdout|stderr|exit)/, /^src\/(cli\/|main\.ts$)/)).toEqual([]);
  });

  test("reads the codes of errors in one place", () => {
    expect(linesWith(/"code" in |Reflect\.get\(error/, /^src\/lib\/error-code\.ts$/)).toEqual([]);
  });

  test("loads sharp through loadSharp only", () => {
    expect(linesWith(/^(?!import type).*(from|import\() ?"sharp"/, /^src\/native\/load-sharp\.ts$/)).toEqual([]);
  });

  test("declares wire fields, in snake case, in schema only", () => {
    expect(linesWith(/\breadonly [a-z]+(_[a-z]+)+\??:/, /^schema\//)).toEqual([]);
  });

  test("exports by name and not through barrels", () => {
    expect(linesWith(/^export default/, /\.d\.ts$|\.config\.ts$/, sources)).toEqual([]);
    expect(linesWith(/^export (type )?\*/, /^$/, sources)).toEqual([]);
    expect(paths.filter((path) => /\/index\.[a-z]+$/.test(path))).toEqual([]);
  });

  test("gives each exported type a name of its own", () => {
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

  test("leaves no notes about work to do", () => {
    expect(linesWith(/\b(TODO|FIXME|HACK)\b/, /^test\/tidy\.test\.ts$/, sources)).toEqual([]);
  });

  test("has names in kebab case", () => {
    const isKebab = (part: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part);
    expect(paths.filter((path) => !path.split("/").every(isKebab))).toEqual([]);
  });

  test("has files of a length to be read at once, word lists excepted", () => {
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
