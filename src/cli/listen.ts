import { answerListening, LISTEN_COMMAND } from "../audio/measure-apart.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";

/** What a server starts for itself (audio/measure-apart.ts); not for people, and in no list. */
export const listen: Command = {
  name: LISTEN_COMMAND,
  summary: "measure an audio file for a server",
  positionals: [{ name: "QUESTION", about: "what to measure, as JSON" }],
  options: [],
  async run({ positionals, io }) {
    await io.out.write(await answerListening(positionals[0] ?? ""));
    return DONE;
  },
};
