import type { ExitStatus } from "./exit-status.ts";
import type { SafeIo } from "./io.ts";

export interface CommandOption {
  /** Kebab case, without dashes. */
  readonly name: string;
  /** Name of the value in help. An option without one is a switch. */
  readonly placeholder?: string;
  readonly about: string;
  /** The option can be given more than once. */
  readonly isRepeated?: true;
}

export interface Positional {
  /** Upper case, as the usage line shows it. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: true;
  /** Takes all remaining arguments; only on the last positional. */
  readonly isRepeated?: true;
}

/** A command as data, read by the parser, `help` and the documentation test. */
export interface Command {
  /** One word or two: `serve`, `keys create`. */
  readonly name: string;
  /** One line for `needledrop help`. */
  readonly summary: string;
  readonly positionals: readonly Positional[];
  /** Options in addition to COMMON_OPTIONS. */
  readonly options: readonly CommandOption[];
  /** Further text for `needledrop help COMMAND`, broken into lines. */
  readonly notes?: string;
  /** Whether the command can run as any user, because it opens no data folder or checks the user itself. */
  readonly anyUser?: true;
  run(invocation: Invocation): Promise<ExitStatus>;
}

/** The arguments of a command, checked against its description, and its streams. */
export interface Invocation {
  readonly positionals: readonly string[];
  readonly given: GivenOptions;
  readonly io: SafeIo;
  /** The arguments as they were given, for messages. */
  readonly argv: readonly string[];
}

/** The options that were given. Reading one that the command does not describe is a bug. */
export interface GivenOptions {
  has(name: string): boolean;
  text(name: string): string | undefined;
  all(name: string): readonly string[];
}

/** Options of every command. */
export const COMMON_OPTIONS: readonly CommandOption[] = [
  { name: "data", placeholder: "DIR", about: "the data folder (default: NEEDLEDROP_DATA, or ./needledrop-data)" },
  {
    name: "config",
    placeholder: "FILE",
    about: "the settings file (default: NEEDLEDROP_CONFIG, or none); variables and options take precedence",
  },
  { name: "json", about: "print JSON to stdout: one document, or one per line" },
  { name: "help", about: "show help for the command" },
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
