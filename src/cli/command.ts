import type { ExitStatus } from "./exit-status.ts";
import type { SafeIo } from "./safe-io.ts";

export interface CommandOption {
  /** Kebab case, without dashes. */
  readonly name: string;
  /** What its value is called; an option without one is a switch. */
  readonly placeholder?: string;
  readonly about: string;
  /** May be given more than once. */
  readonly isRepeated?: true;
}

export interface Positional {
  /** Upper case, as the usage line shows it. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: true;
  /** The last one may take all that is left. */
  readonly isRepeated?: true;
}

/** A command as data: `help`, the parser and the documentation test read this one description. */
export interface Command {
  /** One word or two: `serve`, `keys create`. */
  readonly name: string;
  /** A line of `needledrop help`. */
  readonly summary: string;
  readonly positionals: readonly Positional[];
  /** Its own options, besides those every command takes. */
  readonly options: readonly CommandOption[];
  /** More to say in `needledrop help COMMAND`, already broken into lines. */
  readonly notes?: string;
  run(invocation: Invocation): Promise<ExitStatus>;
}

/** One call of a command, checked against its description. */
export interface Invocation {
  readonly positionals: readonly string[];
  readonly given: Given;
  readonly io: SafeIo;
}

/** The options of a call. Asking for one that the command does not describe is a bug. */
export interface Given {
  has(name: string): boolean;
  text(name: string): string | undefined;
  all(name: string): readonly string[];
}

/** The options that every command takes. */
export const COMMON_OPTIONS: readonly CommandOption[] = [
  { name: "data", placeholder: "DIR", about: "the data folder (default: NEEDLEDROP_DATA, else ./needledrop-data)" },
  { name: "json", about: "print JSON on stdout, one document or one a line" },
  { name: "help", about: "show how the command is used" },
];

export function optionsOf(command: Command): readonly CommandOption[] {
  const own = new Set(command.options.map((option) => option.name));
  return [...command.options, ...COMMON_OPTIONS.filter((option) => !own.has(option.name))];
}

/** `needledrop import PATH… [options]`. */
export function usageOf(command: Command): string {
  const positionals = command.positionals.map((positional) => {
    const name = positional.isRepeated === true ? `${positional.name}…` : positional.name;
    return positional.isOptional === true ? `[${name}]` : name;
  });
  return ["needledrop", command.name, ...positionals, "[options]"].join(" ");
}
