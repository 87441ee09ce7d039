/** A computation that can be interrupted wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs a computation to its result without interruption. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
