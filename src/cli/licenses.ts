import { licenseSections } from "../native/licenses.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printRows } from "./print.ts";

const RULE = "=".repeat(72);

export const licenses: Command = {
  name: "licenses",
  summary: "show the licences of all included software and where to get the source of GPL programs",
  positionals: [],
  options: [],
  anyUser: true,
  async run(invocation) {
    const sections = await licenseSections();
    if (invocation.given.has("json")) {
      await printRows(invocation, sections);
      return DONE;
    }
    for (const { subject, license, text } of sections) {
      await invocation.io.out.write(`${RULE}\n${subject} (${license})\n${RULE}\n\n${text.trim()}\n\n`);
    }
    return DONE;
  },
};
