import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REFUSALS, SEARCH_FAILURES } from "../schema/errors.ts";
import { buildServices, type Services } from "../src/app/services.ts";
import { COMMANDS } from "../src/cli/commands.ts";
import { type CommandOption, COMMON_OPTIONS } from "../src/cli/command.ts";
import { optionOf, SETTINGS, variableOf } from "../src/config/settings.ts";
import { TestInstallation } from "./app/setup.ts";

const DOCS = join(import.meta.dir, "../docs");

interface TableRow {
  /** The heading it stands under. */
  readonly section: string;
  /** Without the bars; code marks stay. */
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

/** The rows of every table, heads and rules left out. */
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

  test("has a section for every command, in the order of `help`, and no other", () => {
    expect(sectionsOf(page)).toEqual(["Every command", ...COMMANDS.map((command) => command.name)]);
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "has every option of %s and no other",
    (name, command) => {
      // The options of serve are the settings, which have a page of their own.
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
  test("has every setting with its variable, option and default, and no other", () => {
    const rows = rowsOf(read("configuration.md")).filter((row) => (row.cells[0] ?? "").startsWith("`NEEDLEDROP_"));
    expect(rows.map((row) => row.cells.slice(0, 3))).toEqual(
      SETTINGS.map(({ name, placeholder, fallback }) => [
        `\`${variableOf(name)}\``,
        `\`--${optionOf(name)} ${placeholder.replaceAll("|", "\\|")}\``,
        fallback === "" ? "" : `\`${fallback}\``,
      ]),
    );
  });

  test("and every other page name no variable that there is not", () => {
    const known = new Set<string>(SETTINGS.map((setting) => variableOf(setting.name)));
    // What a receiver's own program reads is no setting of ours.
    const named = [...everyPage().matchAll(/(?<!process\.env\.)\bNEEDLEDROP_[A-Z_]+[A-Z]\b/g)].map((match) => match[0]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

const installation = new TestInstallation();
let services: Services;
beforeAll(async () => {
  services = buildServices(installation.open(), { version: "0.0.0", ownUrl: () => "http://127.0.0.1" });
  await services.app.modules;
});
afterAll(() => installation.remove());

describe("docs/api.md", () => {
  test("has every error code, and no other", () => {
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

  test("has every endpoint of the application, and no other", () => {
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

/** Not what answers 404 and 405, and not what a page of ours loads. */
function isPublic(endpoint: string): boolean {
  return /^(GET|POST|PUT|PATCH|DELETE) /.test(endpoint) && !/\*|\/(?:reference|console)\//.test(endpoint);
}

describe("the documentation", () => {
  test("has every metric, and no other", () => {
    const metrics = services.features.flatMap((feature) => feature.metrics ?? []);
    const known = metrics.map((metric) => metric.name);
    const pages = everyPage();
    expect(known.filter((name) => !pages.includes(`\`${name}\``))).toEqual([]);
    const named = [...pages.matchAll(/`(needledrop_[a-z_]+)`/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !known.some((metric) => metric === name))).toEqual([]);
  });

  test("links to pages that are there", () => {
    const pages = readdirSync(DOCS);
    const links = [...everyPage().matchAll(/\]\(([a-z-]+\.md)(?:#[a-z-]+)?\)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !pages.includes(link))).toEqual([]);
  });
});
