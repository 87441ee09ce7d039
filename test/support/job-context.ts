import type { JobContext } from "../../src/jobs/job-kind.ts";

/** The context of a first attempt that nothing cancels, at `now` in milliseconds since the epoch. */
export function jobContext(now = 0): JobContext {
  return {
    jobId: 1,
    signal: new AbortController().signal,
    attempt: 1,
    now,
    isAlone: false,
    isStopping: () => false,
  };
}
