import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REFUSALS, SEARCH_FAILURES } from "../schema/errors.ts";
import { buildServices, type Services } from "../src/app/services.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import { type CommandOption, COMMON_OPTIONS } from "../src/cli/command.ts";
import { CONFIG_VARIABLE } from "../src/config/settings-file.ts";
import { optionOf, SETTINGS, variableOf } from "../src/config/settings.ts";
import { TestInstallation } from "./app/setup.ts";
import { unlistedLimits } from "./support/listed-limits.ts";

const DOCS = join(import.meta.dir, "../docs");

interface TableRow {
  /** The heading of the table. */
  readonly section: string;
  /** The text of the cells, with code marks. */
  readonly cells: readonly string[];
}

function read(name: string): string {
  return readFileSync(join(DOCS, name), "utf8");
}

function everyPage(): string {
  return readdirSync(DOCS)
    .filter((name) => name.endsWith(".md"))
    .map(read)
    .join("\n");
}

function sectionsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? "");
}

/** Returns the anchors of all headings, as GitHub creates them. */
function headingsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns the rows of all tables, with their header rows but without separator rows. */
function rowsOf(markdown: string): readonly TableRow[] {
  let section = "";
  const rows: TableRow[] = [];
  for (const line of markdown.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const cells = line.startsWith("| ")
      ? line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.length > 0 && !(cells[0] ?? "").startsWith("---")) rows.push({ section, cells });
  }
  return rows;
}

function labelOf(option: CommandOption): string {
  return option.placeholder === undefined ? `\`--${option.name}\`` : `\`--${option.name} ${option.placeholder}\``;
}

describe("docs/commands.md", () => {
  const page = read("commands.md");
  const documented = (section: string): readonly string[] =>
    rowsOf(page)
      .filter((row) => row.section === section && (row.cells[0] ?? "").startsWith("`--"))
      .map((row) => row.cells[0] ?? "");

  test("has exactly one section for every command, in the order of `help`", () => {
    expect(sectionsOf(page)).toEqual(["Every command", ...COMMANDS.map((command) => command.name)]);
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "has exactly the options of %s",
    (name, command) => {
      // The options of serve are the settings, which docs/configuration.md lists.
      const own = name === "serve" ? [] : command.options.map(labelOf);
      expect(documented(name)).toEqual(own);
    },
  );

  test("has the options of every command", () => {
    expect(documented("Every command")).toEqual(COMMON_OPTIONS.map(labelOf));
  });

  test("names every positional argument in its command's section", () => {
    for (const command of COMMANDS) {
      const section = page.split(`\n## ${command.name}\n`)[1]?.split("\n## ")[0] ?? "";
      for (const positional of command.positionals) expect(section).toContain(positional.name);
    }
  });
});

describe("docs/configuration.md", () => {
  test("has exactly the settings, with variable, option and default", () => {
    const rows = rowsOf(read("configuration.md")).filter((row) => (row.cells[0] ?? "").startsWith("`NEEDLEDROP_"));
    expect(rows.map((row) => row.cells.slice(0, 3))).toEqual(
      SETTINGS.map(({ name, placeholder, fallback }) => [
        `\`${variableOf(name)}\``,
        `\`--${optionOf(name)} ${placeholder.replaceAll("|", "\\|")}\``,
        fallback === "" ? "" : `\`${fallback}\``,
      ]),
    );
  });

  test("and every other page name only existing variables", () => {
    const known = new Set<string>([CONFIG_VARIABLE, ...SETTINGS.map((setting) => variableOf(setting.name))]);
    // A variable in the example of a webhook receiver is not a setting.
    const named = [...everyPage().matchAll(/(?<!process\.env\.)\bNEEDLEDROP_[A-Z_]+[A-Z]\b/g)].map((match) => match[0]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

const installation = new TestInstallation();
let services: Services;
beforeAll(async () => {
  services = await buildServices(await installation.open(), { version: "0.0.0", ownUrl: () => "http://127.0.0.1" });
  await services.app.modules;
});
afterAll(() => installation.remove());

describe("docs/api.md", () => {
  test("has exactly the error codes", () => {
    const codes = [...Object.values(REFUSALS).flatMap(({ code }) => code ?? []), ...Object.keys(SEARCH_FAILURES)];
    const known = new Set(codes);
    const page = read("api.md");
    expect([...known].filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
    const rows = rowsOf(page).filter((row) => /^\d{3}$/.test(row.cells[0] ?? ""));
    const listed = rows.flatMap((row) =>
      [...(row.cells[1] ?? "").matchAll(/`([a-z_]+)`/g)].map((match) => match[1] ?? ""),
    );
    expect(listed.filter((code) => !known.has(code))).toEqual([]);
  });

  test("has exactly the endpoints of the application", () => {
    const named = [...everyPage().matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]*)/g)].map(
      ([, method = "", path = ""]) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    );
    const shape = (endpoint: string): string => endpoint.replaceAll(/:\w+/g, ":id");
    const endpoints = services.app.routes.map((route) => `${route.method} ${route.path}`);
    const known = new Set(endpoints.map(shape));
    const documented = new Set(named.map(shape));
    expect([...known].filter((endpoint) => isPublic(endpoint) && !documented.has(endpoint))).toEqual([]);
    expect([...documented].filter((endpoint) => !known.has(endpoint))).toEqual([]);
  });
});

/** Leaves out the routes that answer 404 and 405, the console's pages, and the files that our pages load. */
function isPublic(endpoint: string): boolean {
  return /^(GET|POST|PUT|PATCH|DELETE) /.test(endpoint) && !/\*|\/(?:reference\/|console)/.test(endpoint);
}

test("docs/reliability.md names only existing tests and scripts", () => {
  const named = [...read("reliability.md").matchAll(/`((?:test|scripts)\/[\w/.-]+\.ts)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(DOCS, "..", path)))).toEqual([]);
});

describe("the documentation", () => {
  const root = join(import.meta.dir, "..");
  const pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].concat(
    readdirSync(DOCS)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  );

  // The formatter rewrites the marks of an unresolved merge, so that git no longer finds them.
  test("has no marks of an unresolved merge", () => {
    const marked = pages.filter((page) =>
      /^\s*(<{7}|\\?={7}$|>{7}|(> ){6}>)/m.test(readFileSync(join(root, page), "utf8")),
    );
    expect(marked).toEqual([]);
  });

  test("has exactly the metrics", () => {
    const metrics = services.features.flatMap((feature) => feature.metrics ?? []);
    const known = metrics.map((metric) => metric.name);
    const reference = everyPage();
    expect(known.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
    const named = [...reference.matchAll(/`(needledrop_[a-z_]+)`/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !known.some((metric) => metric === name))).toEqual([]);
  });

  test("has every limit", () => {
    expect(unlistedLimits()).toEqual([]);
  });

  test("links only to existing files and headings", () => {
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      const links = [...text.matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]+))?\)/g)];
      return links
        .filter(([, path = "", heading]) => {
          const target = path === "" ? page : join(page, "..", path);
          if (!existsSync(join(root, target))) return true;
          return heading !== undefined && !headingsOf(readFileSync(join(root, target), "utf8")).includes(heading);
        })
        .map(([link]) => `${page}: ${link}`);
    });
    expect(broken).toEqual([]);
  });
});
