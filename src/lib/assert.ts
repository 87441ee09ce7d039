/** A bug, not a bad input: the request or job that meets it ends. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${invariant}`);
}

/** For the end of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${JSON.stringify(value)}`);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
