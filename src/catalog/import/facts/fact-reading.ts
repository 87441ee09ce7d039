/** The result of reading a tag or a cell. A wrong value is reported and left out, never guessed. */
export type FactReading<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "absent" }
  | { readonly kind: "wrong"; readonly reason: string };

export const ABSENT = { kind: "absent" } as const;

const SHOWN_MAX = 60;

export function value<Value>(of: Value): FactReading<Value> {
  return { kind: "value", value: of };
}

/** Returns a wrong value with its reason: `expected beats per minute, got "fast"`. */
export function wrong(expected: string, given: string): { readonly kind: "wrong"; readonly reason: string } {
  const shown = given.length > SHOWN_MAX ? `${given.slice(0, SHOWN_MAX)}…` : given;
  return { kind: "wrong", reason: `expected ${expected}, got ${JSON.stringify(shown)}` };
}
