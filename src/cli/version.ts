import { programVersion } from "../native/version.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";

export const version: Command = {
  name: "version",
  summary: "show the version",
  positionals: [],
  options: [],
  anyUser: true,
  async run(invocation) {
    const { version: number, commit, build, bun } = programVersion();
    const platform = `${process.platform}-${process.arch}`;
    const source = commit === null ? build : `${build}, commit ${commit}`;
    const text = `needledrop ${number} (${source}; Bun ${bun}, ${platform})\n`;
    await printResult(invocation, { version: number, commit, build, bun, platform }, text);
    return DONE;
  },
};
