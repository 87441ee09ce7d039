import type { Given } from "./command.ts";

/** The call itself is wrong. Exit status 2; the message says what was expected and what came. */
export class UsageRefused extends Error {
  /** Which `needledrop help …` explains it; null: the overview. */
  readonly command: string | null;

  constructor(message: string, command: string | null = null) {
    super(message);
    this.name = "UsageRefused";
    this.command = command;
  }
}

/** A whole number given as option `name`; undefined when it was not given. Throws UsageRefused. */
export function wholeNumber(
  given: Given,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.min && value <= bounds.max) return value;
  throw new UsageRefused(
    `--${name}: expected a whole number from ${bounds.min} to ${bounds.max}, got ${JSON.stringify(text)}.`,
  );
}

/** One of `values` given as option `name`; undefined when it was not given. Throws UsageRefused. */
export function oneOf<const Value extends string>(
  given: Given,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const value = values.find((one) => one === text);
  if (value === undefined) {
    throw new UsageRefused(`--${name}: expected one of ${values.join(", ")}, got ${JSON.stringify(text)}.`);
  }
  return value;
}

/** A pair of switches `--name` and `--no-name`; undefined when neither was given. Throws UsageRefused for both. */
export function toggle(given: Given, name: string): boolean | undefined {
  const isOn = given.has(name);
  const isOff = given.has(`no-${name}`);
  if (isOn && isOff) throw new UsageRefused(`--${name} and --no-${name} contradict each other; give one of them.`);
  return isOn || isOff ? isOn : undefined;
}
