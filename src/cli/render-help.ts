import { type Command, optionsOf, usageOf } from "./command.ts";
import { renderTable } from "./table.ts";

const INDENT = "  ";

/** Renders every command with its summary. */
export function renderOverview(commands: readonly Command[]): string {
  const rows = commands.map((command) => [`${INDENT}${command.name}`, command.summary]);
  return `Needledrop finds music for scenes in a studio's own catalog.

Usage: needledrop COMMAND [options]

${renderTable(rows)}
\`needledrop help COMMAND\` shows the options of a command. Every command accepts --data DIR and --json.
Exit status: 0 done, 1 failed, 2 wrong usage or configuration, 3 done, but records were rejected
or media are missing, 130 interrupted.
`;
}

/** Renders usage, arguments, options and notes of one command. */
export function renderCommand(command: Command): string {
  const positionals = command.positionals.map((one) => [`${INDENT}${one.name}`, one.about]);
  const options = optionsOf(command).map((option) => {
    const label = option.placeholder === undefined ? `--${option.name}` : `--${option.name} ${option.placeholder}`;
    return [INDENT + label, option.isRepeated === true ? `${option.about} (can be repeated)` : option.about];
  });
  const notes = command.notes === undefined ? "" : `\n${command.notes}\n`;
  return `${capitalized(command.summary)}.\n\nUsage: ${usageOf(command)}\n\n${renderTable([...positionals, ...options])}${notes}`;
}

/** Renders a group of commands, for example `keys`. */
export function renderGroup(commands: readonly Command[]): string {
  const rows = commands.map((command) => [INDENT + usageOf(command), command.summary]);
  return `${renderTable(rows)}\n\`needledrop help COMMAND\` shows the options of a command.\n`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
