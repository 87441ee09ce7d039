/** Throws if an invariant is broken. That is a bug, not bad input: the current request or job ends. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${invariant}`);
}

/** Marks the end of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
