import { CHILD_COMMANDS } from "./child-commands.ts";
import type { Command } from "./command.ts";

/**
 * Returns the commands that a command line can name. Child commands are only for the server, so neither `help` nor a
 * suggestion shows them, and they do not load the others.
 */
export async function commandsFor([name]: readonly string[]): Promise<readonly Command[]> {
  const child = CHILD_COMMANDS.find((command) => command.name === name);
  return child === undefined ? (await import("./commands.ts")).COMMANDS : [child];
}
