import { type Command, optionsOf } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { SHELLS } from "./completion-scripts.ts";
import { UsageError } from "./usage-error.ts";

/** Needs the list of all commands, which contains this one. */
export function completionsCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completions",
    anyUser: true,
    summary: "print a script that completes commands and options in a shell",
    positionals: [{ name: "SHELL", about: Object.keys(SHELLS).join(", ") }],
    options: [],
    notes: `For bash: needledrop completions bash > /etc/bash_completion.d/needledrop
For zsh: needledrop completions zsh > "\${fpath[1]}/_needledrop"
For fish: needledrop completions fish > ~/.config/fish/completions/needledrop.fish`,
    async run({ positionals: [shell = ""], io }) {
      const script = SHELLS[shell];
      if (script === undefined) {
        const expected = Object.keys(SHELLS).join(", ");
        throw new UsageError(`completions: expected one of ${expected}, got ${JSON.stringify(shell)}.`);
      }
      await io.out.write(script(commands().map((command) => ({ command, options: optionsOf(command) }))));
      return DONE;
    },
  };
}
