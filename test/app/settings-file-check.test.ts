import { describe, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkSettingsFile } from "../../src/app/checks/settings-file.ts";
import { readConfig } from "../../src/config/config.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function statusOf(text: string, mode: number): readonly string[] {
  const path = join(temporaryFolder(), "needledrop.toml");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return checkSettingsFile(readConfig({}, { config: path })).map(({ status, detail }) => `${status} ${detail}`);
}

const SECRET = 'ai_api_key = "abcdefghijkl"';

describe("the check of the settings file", () => {
  test("is left out without one", () => {
    expect(checkSettingsFile(readConfig({}))).toEqual([]);
  });

  test("warns if others can read its secrets", () => {
    const [check = ""] = statusOf(SECRET, 0o640);
    expect(check).toStartWith("warn ");
    expect(check).toContain("mode 0640");
  });

  test("passes if only the owner can read its secrets, or if it has none", () => {
    expect(statusOf(SECRET, 0o600)[0]).toStartWith("ok ");
    expect(statusOf("port = 4040", 0o644)[0]).toStartWith("ok ");
  });
});
