/** The result of reading a tag or a cell. A wrong value is reported and left out, never guessed. */
export type FactReading<Value> =
  /** `remark` says how a value was read that can be read in several ways. */
  | { readonly kind: "value"; readonly value: Value; readonly remark?: string }
  | { readonly kind: "absent" }
  | { readonly kind: "wrong"; readonly reason: string };

export const ABSENT = { kind: "absent" } as const;

/** Characters of a fact. Longer texts are wrong, and never reach a pattern. */
export const FACT_LENGTH_MAX = 120;

const SHOWN_MAX = 60;

export function value<Value>(of: Value): FactReading<Value> {
  return { kind: "value", value: of };
}

/** Returns a value with the remark `"120-124" is a range; its middle was used`. */
export function remarked<Value>(of: Value, given: string, how: string): FactReading<Value> {
  return { kind: "value", value: of, remark: `${quoted(given)} ${how}` };
}

/** Returns a wrong value with its reason: `expected beats per minute, got "fast"`. */
export function wrong(expected: string, given: string): { readonly kind: "wrong"; readonly reason: string } {
  return { kind: "wrong", reason: `expected ${expected}, got ${quoted(given)}` };
}

/** Whether a text is what spreadsheet programs and databases write for a missing value. */
export function isMissing(text: string): boolean {
  return /^(?:-+|–|n\/?a|nan|null|#n\/a)?$/i.test(text.trim());
}

/** Returns the start of a text in quotes. */
export function quoted(given: string): string {
  return JSON.stringify(given.length > SHOWN_MAX ? `${given.slice(0, SHOWN_MAX)}…` : given);
}
