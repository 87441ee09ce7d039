import { parseArgs } from "node:util";
import { assert } from "../lib/assert.ts";
import { nearest } from "../lib/nearest.ts";
import { type Command, type CommandOption, type GivenOptions, optionsOf, usageOf } from "./command.ts";
import { suggestion, UsageError } from "./usage-error.ts";

export type Call =
  | {
      readonly kind: "run";
      readonly command: Command;
      readonly positionals: readonly string[];
      readonly given: GivenOptions;
    }
  | { readonly kind: "help"; readonly command: Command };

/** Parses an argument list by the commands' descriptions. Throws UsageError. */
export function parseCall(commands: readonly Command[], argv: readonly string[]): Call {
  const { command, rest } = findCommand(commands, argv);
  const options = optionsOf(command);
  const { tokens } = parseArgs({
    args: [...rest],
    options: Object.fromEntries(
      options.map((option) => [option.name, { type: option.placeholder === undefined ? "boolean" : "string" }]),
    ),
    // Not strict: the parser's own messages are for programmers.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind === "option") {
      if (token.rawName === "-h") return { kind: "help", command };
      const option = checkOption(command, options, token);
      values.set(option.name, [...(values.get(option.name) ?? []), token.value ?? ""]);
    }
  }
  if (values.has("help")) return { kind: "help", command };
  for (const option of options) checkCount(command, option, values.get(option.name)?.length ?? 0);
  checkPositionals(command, positionals);
  return { kind: "run", command, positionals, given: givenOf(options, values) };
}

/** Finds the command that the first one or two words name. */
function findCommand(
  commands: readonly Command[],
  argv: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  const [first = "", second = ""] = argv;
  const double = commands.find((command) => command.name === `${first} ${second}`);
  if (double !== undefined) return { command: double, rest: argv.slice(2) };
  const single = commands.find((command) => command.name === first);
  if (single !== undefined) return { command: single, rest: argv.slice(1) };
  const group = commands.filter((command) => command.name.startsWith(`${first} `)).map((command) => command.name);
  if (group.length > 0) throw incompleteCommand(first, second, group);
  if (first.startsWith("-")) throw new UsageError(`Expected a command first, got ${first}.`);
  throw new UsageError(
    `There is no command ${JSON.stringify(first)}.${suggestion(nearest(first, [...new Set(commands.map(firstWord))]))}`,
  );
}

function incompleteCommand(first: string, second: string, group: readonly string[]): UsageError {
  const isMissing = second === "" || second.startsWith("-");
  const got = isMissing ? "got nothing" : `got ${JSON.stringify(second)}`;
  const near = isMissing ? null : nearest(`${first} ${second}`, group);
  return new UsageError(`${first}: expected one of ${group.join(", ")}; ${got}.${suggestion(near)}`, first);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function checkOption(command: Command, options: readonly CommandOption[], token: OptionToken): CommandOption {
  const option = options.find((one) => token.rawName === `--${one.name}`);
  if (option === undefined) {
    const near = nearest(
      token.name,
      options.map((one) => one.name),
    );
    throw new UsageError(
      `${command.name} has no option ${token.rawName}.${suggestion(near === null ? null : `--${near}`)}`,
      command.name,
    );
  }
  const isMissing = token.value === undefined || options.some((one) => token.value === `--${one.name}`);
  if (option.placeholder !== undefined && isMissing) {
    throw new UsageError(`--${option.name}: expected ${option.placeholder}, got nothing.`, command.name);
  }
  if (option.placeholder === undefined && token.value !== undefined) {
    throw new UsageError(
      `--${option.name} is a switch and takes no value, got ${JSON.stringify(token.value)}.`,
      command.name,
    );
  }
  return option;
}

function checkCount(command: Command, option: CommandOption, count: number): void {
  if (count > 1 && option.isRepeated !== true && option.placeholder !== undefined) {
    throw new UsageError(`--${option.name}: expected at most once, got ${count} times.`, command.name);
  }
}

function checkPositionals(command: Command, positionals: readonly string[]): void {
  const missing = command.positionals.filter((one) => one.isOptional !== true)[positionals.length];
  if (missing !== undefined) {
    throw new UsageError(`${command.name}: expected ${missing.name}: ${missing.about}; got nothing.`, command.name);
  }
  const isOpen = command.positionals.some((one) => one.isRepeated === true);
  const extra = isOpen ? undefined : positionals[command.positionals.length];
  if (extra !== undefined) {
    throw new UsageError(
      `${command.name}: expected \`${usageOf(command)}\`, got the extra argument ${JSON.stringify(extra)}. Put a text of several words in quotes.`,
      command.name,
    );
  }
}

function givenOf(options: readonly CommandOption[], values: ReadonlyMap<string, readonly string[]>): GivenOptions {
  const all = (name: string): readonly string[] => {
    assert(
      options.some((option) => option.name === name),
      `the command describes the option --${name} that it reads`,
    );
    return values.get(name) ?? [];
  };
  return { all, has: (name) => all(name).length > 0, text: (name) => all(name)[0] };
}

function firstWord(command: Command): string {
  return command.name.split(" ")[0] ?? command.name;
}
