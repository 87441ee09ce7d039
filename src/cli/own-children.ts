import { answerInspection, INSPECT_COMMAND } from "../app/inspect-apart.ts";
import { answerMeasure, MEASURE_COMMAND } from "../audio/measure-apart.ts";
import { answerRender, RENDER_COMMAND } from "../sound/render-apart.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";

/** Commands that a server starts for itself (native/own-child.ts). No list shows them. */
export const OWN_CHILDREN: readonly Command[] = [
  ownChild(MEASURE_COMMAND, "measure an audio file for a server", answerMeasure),
  ownChild(RENDER_COMMAND, "render sound for a server", answerRender),
  ownChild(INSPECT_COMMAND, "read a database from end to end for a server", answerInspection),
];

function ownChild(name: string, summary: string, answer: (request: string) => Promise<object>): Command {
  return {
    name,
    summary,
    positionals: [],
    options: [],
    async run({ io }) {
      await io.out.write(JSON.stringify(await answer(await Bun.stdin.text())));
      return DONE;
    },
  };
}
