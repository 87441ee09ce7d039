import { nextTurn } from "../lib/next-turn.ts";
import { systemTimer } from "../lib/timer.ts";
import { withoutValues } from "./postgres-errors.ts";
import type { WorkInSteps } from "./work.ts";

/** Runs work of PostgreSQL: awaits each statement that it yields. A statement that fails throws in the work, without values of rows. */
export async function runWaiting<Result>(work: WorkInSteps<Result>): Promise<Result> {
  let step = work.next();
  while (step.done !== true) {
    const outcome = await outcomeOf(step.value ?? nextTurn(systemTimer));
    step = "error" in outcome ? work.throw(outcome.error) : work.next(outcome.value);
  }
  return step.value;
}

async function outcomeOf(
  statement: PromiseLike<unknown>,
): Promise<{ readonly value: unknown } | { readonly error: unknown }> {
  try {
    return { value: await statement };
  } catch (error) {
    // The driver says after this that the connection has ended.
    await nextTurn(systemTimer);
    return { error: withoutValues(error) };
  }
}
