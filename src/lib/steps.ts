/** A computation that may be interrupted wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs a computation from its first step to its result without an interruption. */
export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
