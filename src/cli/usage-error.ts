import type { GivenOptions } from "./command.ts";

/** The command line is wrong. Exit status 2; the message says what was expected and what was given. */
export class UsageError extends Error {
  /** The command whose help to suggest; null means the command that was called. */
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.name = "UsageError";
    this.command = command;
  }
}

/** Returns ` Did you mean …?`, or an empty text without a suggestion. */
export function suggestion(near: string | null): string {
  return near === null ? "" : ` Did you mean \`${near}\`?`;
}

/** Reads a whole number from the option `name`; undefined if it is not given. Throws UsageError. */
export function readWholeNumber(
  given: GivenOptions,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.min && value <= bounds.max) return value;
  throw new UsageError(
    `--${name}: expected a whole number from ${bounds.min} to ${bounds.max}, got ${JSON.stringify(text)}.`,
  );
}

/** Reads one of `values` from the option `name`; undefined if it is not given. Throws UsageError. */
export function readChoice<const Value extends string>(
  given: GivenOptions,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const value = values.find((one) => one === text);
  if (value === undefined) {
    throw new UsageError(`--${name}: expected one of ${values.join(", ")}, got ${JSON.stringify(text)}.`);
  }
  return value;
}

/** Reads the switches `--name` and `--no-name`; undefined if neither is given. Throws UsageError if both are. */
export function readSwitchPair(given: GivenOptions, name: string): boolean | undefined {
  const isOn = given.has(name);
  const isOff = given.has(`no-${name}`);
  if (isOn && isOff) throw new UsageError(`--${name} and --no-${name} contradict each other; use one of them.`);
  return isOn || isOff ? isOn : undefined;
}
