import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { hasErrorCode } from "../lib/error-code.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

/** The variable with the path of the settings file; the option is `--config`. */
export const CONFIG_VARIABLE = "NEEDLEDROP_CONFIG";

const BYTES_MAX = 64 * 1024;
const PATHS: ReadonlySet<string> = new Set(["DIR", "FILE"]);

/** The settings of a file, or one sentence per mistake in it. */
export interface SettingsFile {
  readonly path: string;
  readonly values: ReadonlyMap<SettingName, string>;
  readonly mistakes: readonly string[];
}

/**
 * Reads a TOML file (toml.io) of settings. A key is the name of a setting in lower case; the table of a key is the first
 * part of its name, so `[ai] base_url` is `ai_base_url`. A relative path starts at the folder of the file.
 */
export function readSettingsFile(given: string): SettingsFile {
  const path = resolve(given);
  const mistake = (text: string): SettingsFile => ({ path, values: new Map(), mistakes: [text] });
  const text = readText(path);
  if (typeof text !== "string") return mistake(`${path}: ${text.reason}`);
  const parsed = parseToml(text);
  if ("reason" in parsed) return mistake(`${path}, line ${parsed.line}: ${parsed.reason}`);
  return settingsOf(path, parsed.table);
}

function readText(path: string): string | { readonly reason: string } {
  try {
    const { size } = statSync(path);
    if (size > BYTES_MAX) return { reason: `expected a settings file of at most ${BYTES_MAX} bytes, got ${size}.` };
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return { reason: "there is no such file. `needledrop init` writes one." };
    if (hasErrorCode(error, "EACCES")) return { reason: "no permission to read this file. Check its owner and mode." };
    return { reason: "expected a readable settings file." };
  }
}

type Table = Readonly<Record<string, unknown>>;

function parseToml(text: string): { readonly table: Table } | { readonly line: number; readonly reason: string } {
  const parse = (part: string): Table => Object(Bun.TOML.parse(part));
  try {
    return { table: parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^TOML Parse error: /, "") : "not TOML";
    return { line: brokenLine(text, parse), reason: `${reason}.` };
  }
}

/** Returns the number of the line after the longest part that can be parsed: the parser does not tell the line. */
function brokenLine(text: string, parse: (part: string) => unknown): number {
  const lines = text.split("\n");
  for (let count = lines.length - 1; count > 0; count--) {
    try {
      parse(lines.slice(0, count).join("\n"));
      return count + 1;
    } catch {
      // A shorter part is tried next.
    }
  }
  return 1;
}

function settingsOf(path: string, table: Table): SettingsFile {
  const values = new Map<SettingName, string>();
  const mistakes: string[] = [];
  for (const [key, value] of flat(table)) {
    const setting = SETTINGS.find(({ name }) => name === key.toUpperCase());
    const text = textOf(value);
    if (setting === undefined || key !== key.toLowerCase()) {
      mistakes.push(`${path}: unknown setting ${JSON.stringify(key)}. \`needledrop help serve\` lists all settings.`);
    } else if (values.has(setting.name)) {
      mistakes.push(`${path}: ${key} is set twice.`);
    } else if (text === null) {
      mistakes.push(`${path}: expected a text, a number or a list of texts for ${key}.`);
    } else {
      values.set(setting.name, PATHS.has(setting.placeholder) && text !== "" ? resolve(dirname(path), text) : text);
    }
  }
  return { path, values, mistakes };
}

/** Returns the entries of a table and of the tables in it, with joined keys. */
function flat(table: Table, prefix = ""): readonly (readonly [string, unknown])[] {
  return Object.entries(table).flatMap(([key, value]) =>
    isTable(value) ? flat(value, `${prefix}${key}_`) : [[prefix + key, value] as const],
  );
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a value as an environment variable would have it, or null if no setting can have this value. */
function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(",");
  return null;
}
