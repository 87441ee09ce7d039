import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SetupAnswers, SetupFile } from "./answers.ts";
import { containerfile } from "./containerfile.ts";
import { caddyfile, nginxConf } from "./proxies.ts";
import { settingsText } from "./settings-text.ts";
import { systemdUnit } from "./systemd-unit.ts";

/** Some of the files exist. Nothing was written. */
export class SetupExists extends Error {
  constructor(paths: readonly string[]) {
    super(`These files exist: ${paths.join(", ")}. Use --force to replace them, or name another folder.`);
    this.name = "SetupExists";
  }
}

/** Writes all files and returns their paths. Throws SetupExists before anything is written, unless `replaces`. */
export function writeSetup(
  folder: string,
  answers: SetupAnswers,
  { replaces }: { readonly replaces: boolean },
): readonly string[] {
  const files = setupFiles(answers).map((file) => ({ ...file, path: resolve(join(folder, file.name)) }));
  const settings = { ...settingsText(answers), path: answers.config };
  const all = [settings, ...files];
  const existing = all.filter(({ path }) => existsSync(path)).map(({ path }) => path);
  if (existing.length > 0 && !replaces) throw new SetupExists(existing);
  for (const { path, text, mode } of all) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  }
  return all.map(({ path }) => path);
}

function setupFiles(answers: SetupAnswers): readonly SetupFile[] {
  return [systemdUnit(answers), caddyfile(answers), nginxConf(answers), containerfile()];
}
