/** A computation that can be interrupted wherever it yields. It ignores what it is continued with. */
export type Steps<Result> = Generator<undefined, Result, unknown>;

/** A computation that can also wait: it is continued with the value of a promise that it yields. */
export type WaitingSteps<Result> = Generator<PromiseLike<unknown> | undefined, Result, unknown>;

/** Runs a computation to its result without interruption. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Maps items, and yields after every `perStep` of them. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  perStep: number,
  map: (item: Item, index: number) => Result,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % perStep === 0) yield;
    results.push(map(item, index));
  }
  return results;
}
