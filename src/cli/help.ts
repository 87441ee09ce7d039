import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { nearest } from "../lib/nearest.ts";
import { printResult } from "./print.ts";
import { renderCommand, renderGroup, renderOverview } from "./render-help.ts";
import { suggestion, UsageError } from "./usage-error.ts";

/** Takes the commands as a function, because `help` is one of them. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: "help",
    summary: "list the commands, or show help for one",
    positionals: [{ name: "COMMAND", about: "a command or a group of commands", isOptional: true, isRepeated: true }],
    options: [],
    anyUser: true,
    async run(invocation) {
      const topic = invocation.positionals.join(" ");
      await printResult(invocation, helpTable(commands(), topic), helpText(commands(), topic));
      return DONE;
    },
  };
}

/** The commands that a topic names, as data. */
function helpTable(commands: readonly Command[], topic: string): readonly object[] {
  const chosen = commands.filter(({ name }) => topic === "" || name === topic || name.startsWith(`${topic} `));
  return chosen.map(({ name, summary, positionals, options }) => ({ name, summary, positionals, options }));
}

function helpText(commands: readonly Command[], topic: string): string {
  if (topic === "") return renderOverview(commands);
  const command = commands.find((one) => one.name === topic);
  if (command !== undefined) return renderCommand(command);
  const group = commands.filter((one) => one.name.startsWith(`${topic} `));
  if (group.length > 0) return renderGroup(group);
  const names = commands.map((one) => one.name);
  throw new UsageError(`There is no command ${JSON.stringify(topic)}.${suggestion(nearest(topic, names))}`);
}
