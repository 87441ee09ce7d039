import { nextTurn } from "../lib/next-turn.ts";
import { systemTimer } from "../lib/timer.ts";
import { withoutValues } from "./postgres-errors.ts";
import type { WorkInSteps } from "./work.ts";

/** Runs work of PostgreSQL: awaits each statement that it yields. A statement that fails throws in the work, without values of rows. */
export function runWaiting<Result>(work: WorkInSteps<Result>): Promise<Result> {
  return runEach(work, outcomeOf);
}

/**
 * Runs work that only reads, outside of transactions. A statement that fails runs once more if `onFailure` returns true. Statements have to
 * run anew each time that they are awaited.
 */
export function runReads<Result>(work: WorkInSteps<Result>, onFailure: (error: unknown) => boolean): Promise<Result> {
  return runEach(work, async (statement) => {
    const outcome = await outcomeOf(statement);
    if (!("error" in outcome) || !onFailure(outcome.error)) return outcome;
    const repeated = await outcomeOf(statement);
    if ("error" in repeated) onFailure(repeated.error);
    return repeated;
  });
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

async function runEach<Result>(
  work: WorkInSteps<Result>,
  runOne: (statement: PromiseLike<unknown>) => Promise<Outcome>,
): Promise<Result> {
  let step = work.next();
  while (step.done !== true) {
    const outcome = await runOne(step.value ?? nextTurn(systemTimer));
    step = "error" in outcome ? work.throw(outcome.error) : work.next(outcome.value);
  }
  return step.value;
}

async function outcomeOf(statement: PromiseLike<unknown>): Promise<Outcome> {
  try {
    return { value: await statement };
  } catch (error) {
    // The driver says after this that the connection has ended.
    await nextTurn(systemTimer);
    return { error: withoutValues(error) };
  }
}
