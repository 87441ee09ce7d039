import { answerInspection, INSPECT_COMMAND } from "../app/inspect-apart.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";

/** Started by a server for itself (app/inspect-apart.ts); not for people, and in no list. */
export const inspectDatabase: Command = {
  name: INSPECT_COMMAND,
  summary: "read a database from end to end for a server",
  positionals: [{ name: "PATH", about: "the database file" }],
  options: [],
  async run({ positionals, io }) {
    await io.out.write(answerInspection(positionals[0] ?? ""));
    return DONE;
  },
};
