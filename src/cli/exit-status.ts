/** Exit statuses of commands; docs/commands.md explains them to operators. */
export const DONE = 0;
export const FAILED = 1;
/** Wrong usage or configuration: nothing was done. */
export const REFUSED = 2;
/** Done, but records were rejected or media are missing; the report names them. */
export const DONE_WITH_REJECTS = 3;
/** Interrupted by Ctrl-C: 128 + SIGINT, as in shells. */
export const INTERRUPTED = 130;

export type ExitStatus = typeof DONE | typeof FAILED | typeof REFUSED | typeof DONE_WITH_REJECTS | typeof INTERRUPTED;
