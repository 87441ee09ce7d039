import { statSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { type Check, ok, warn } from "./check.ts";

const OTHERS = 0o077;

/** Checks that only the owner can read a settings file with secrets. Empty if there is no settings file. */
export function checkSettingsFile({ settingsFile }: Pick<Config, "settingsFile">): readonly Check[] {
  if (settingsFile === null) return [];
  const { path, hasSecrets } = settingsFile;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (!hasSecrets || (mode & OTHERS) === 0) return [ok("settings file", path)];
  const shown = (mode & 0o777).toString(8).padStart(4, "0");
  return [
    warn(
      "settings file",
      `${path} contains secrets and has mode ${shown}, so other users may read it`,
      `Run \`chmod 600 ${path}\` as its owner.`,
    ),
  ];
}
