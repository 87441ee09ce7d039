import { programVersion } from "../native/version.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printDocument } from "./print.ts";

export const version: Command = {
  name: "version",
  summary: "show the version",
  positionals: [],
  options: [],
  async run(invocation) {
    const { version: number, commit, build, bun } = programVersion();
    const platform = `${process.platform}-${process.arch}`;
    if (invocation.given.has("json")) {
      await printDocument(invocation, { version: number, commit, build, bun, platform });
    } else {
      const from = commit === null ? build : `${build}, commit ${commit}`;
      await invocation.io.out.write(`needledrop ${number} (${from}; Bun ${bun}, ${platform})\n`);
    }
    return DONE;
  },
};
