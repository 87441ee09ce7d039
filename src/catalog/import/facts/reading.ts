/** What a tag or a cell turned out to hold. `wrong` is reported and left out: nobody guesses what was meant. */
export type Reading<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "absent" }
  | { readonly kind: "wrong"; readonly reason: string };

export const ABSENT = { kind: "absent" } as const;

const SHOWN_MAX = 60;

export function value<Value>(of: Value): Reading<Value> {
  return { kind: "value", value: of };
}

/** "expected beats per minute, got "fast"". */
export function wrong(expected: string, given: string): { readonly kind: "wrong"; readonly reason: string } {
  const shown = given.length > SHOWN_MAX ? `${given.slice(0, SHOWN_MAX)}…` : given;
  return { kind: "wrong", reason: `expected ${expected}, got ${JSON.stringify(shown)}` };
}
