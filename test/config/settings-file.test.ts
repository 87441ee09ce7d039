import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, describeSettings, InvalidConfig, readConfig } from "../../src/config/config.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function written(text: string): string {
  const path = join(temporaryFolder(), "needledrop.toml");
  writeFileSync(path, text);
  return path;
}

function configOf(text: string, environment: Record<string, string> = {}): Config {
  return readConfig({ ...environment, NEEDLEDROP_CONFIG: written(text) });
}

function mistakesOf(path: string, environment: Record<string, string> = {}): readonly string[] {
  try {
    readConfig(environment, { config: path });
  } catch (error) {
    if (error instanceof InvalidConfig) return error.mistakes;
    throw error;
  }
  return [];
}

describe("a settings file", () => {
  test("sets what is not set elsewhere", () => {
    const config = configOf('port = 5050\nresult_limit = "10"\nanalysis_days = 1.5\n');
    expect(config).toMatchObject({ port: 5050, resultLimit: 10, analysisDays: 1.5, host: "127.0.0.1" });
  });

  test("gives way to the environment, which gives way to an option", () => {
    const text = "port = 1\nresult_limit = 11\nresult_days = 7";
    const environment = { NEEDLEDROP_PORT: "2", NEEDLEDROP_RESULT_LIMIT: "12", NEEDLEDROP_CONFIG: written(text) };
    expect(readConfig(environment, { port: "3" })).toMatchObject({ port: 3, resultLimit: 12, resultDays: 7 });
  });

  test("given as an option wins over the one in the environment", () => {
    const environment = { NEEDLEDROP_CONFIG: written("port = 1") };
    expect(readConfig(environment, { config: written("port = 2") }).port).toBe(2);
  });

  test("can have tables, lists, comments and a byte order mark", () => {
    const text =
      '\uFEFF# Studio\ncallback_allow = ["10.0.0.0/8", "edit.example"]\n[ai]\nbase_url = "http://gpu:8000/v1" # local\n[log]\nlevel = "warn"\n';
    const config = configOf(text);
    expect(config.callbackAllow).toEqual(["10.0.0.0/8", "edit.example"]);
    expect(config.ai.baseUrl).toBe("http://gpu:8000/v1");
    expect(config.logLevel).toBe("warn");
  });

  test("has paths that start at its own folder", () => {
    const path = written('data = "music"\nblocklist = "lists/blocked.txt"');
    mkdirSync(join(path, "../lists"));
    writeFileSync(join(path, "../lists/blocked.txt"), "");
    const config = readConfig({}, { config: path });
    expect(config.dataDir).toBe(join(path, "../music"));
    expect(config.blocklist).toBe(join(path, "../lists/blocked.txt"));
  });

  test("may be empty", () => {
    expect(configOf("").port).toBe(4040);
  });

  test("is shown as the source of a setting", () => {
    const settings = describeSettings({}, { config: written('port = 5050\nai_api_key = "sk-secret-secret"') });
    expect(settings.find(({ name }) => name === "NEEDLEDROP_PORT")).toEqual({
      name: "NEEDLEDROP_PORT",
      value: "5050",
      source: "file",
    });
    expect(settings.find(({ name }) => name === "NEEDLEDROP_AI_API_KEY")?.value).not.toContain("secret");
  });
});

describe("a mistake in a settings file", () => {
  test("is reported with the file and the key", () => {
    const path = written('port = "many"');
    expect(mistakesOf(path)).toEqual([`${path}: port: expected a whole number from 0 to 65535, got "many".`]);
  });

  test("is reported together with the mistakes elsewhere", () => {
    const path = written('prot = 4040\nlog_level = "loud"\nAI_API_KEY = "x"\noriginals = true');
    const mistakes = mistakesOf(path, { NEEDLEDROP_RESULT_LIMIT: "0" });
    expect(mistakes.map((mistake) => mistake.replace(path, "FILE"))).toEqual([
      'FILE: unknown setting "prot". `needledrop help serve` lists all settings.',
      'FILE: unknown setting "AI_API_KEY". `needledrop help serve` lists all settings.',
      "FILE: expected a text, a number or a list of texts for originals.",
      'NEEDLEDROP_RESULT_LIMIT: expected a whole number from 1 to 100, got "0".',
      'FILE: log_level: expected one of debug, info, warn, error, got "loud".',
    ]);
  });

  test("in its form has the number of the line", () => {
    const path = written('port = 1\nhost = "a"\n\nbase_url = https://x\nlog_level = "info"\n');
    const [mistake = "", ...others] = mistakesOf(path);
    expect(mistake).toStartWith(`${path}, line 4: `);
    expect(others).toEqual([]);
  });

  test("is a setting given twice, once in a table", () => {
    const path = written('ai_base_url = "http://a/v1"\n[ai]\nbase_url = "http://b/v1"');
    expect(mistakesOf(path)).toEqual([`${path}: ai_base_url is set twice.`]);
  });

  test.each([
    ["a missing file", () => join(temporaryFolder(), "none.toml"), "there is no such file"],
    ["a folder", () => temporaryFolder(), "expected a readable settings file"],
    ["a file that is too large", () => written(`# ${"x".repeat(70_000)}`), "at most 65536 bytes"],
    ["bytes that are no text", () => written("\u0000\u0001\u0002"), "line 1"],
  ])("is %s", (_name, path, reason) => {
    const [mistake = ""] = mistakesOf(path());
    expect(mistake).toContain(reason);
  });

  test("never shows a secret", () => {
    const path = written('admin_token = "short-secret"');
    expect(mistakesOf(path).join()).not.toContain("short-secret");
  });
});
