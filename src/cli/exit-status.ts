/** What a command leaves behind for scripts; docs/commands.md tells the operator. */
export const DONE = 0;
export const FAILED = 1;
/** Wrong usage or configuration: nothing was done. */
export const REFUSED = 2;
/** Done, but records or media were rejected; the report names them. */
export const DONE_WITH_REJECTS = 3;
/** Ended by Ctrl-C, as shells count it: 128 + SIGINT. */
export const INTERRUPTED = 130;

export type ExitStatus = typeof DONE | typeof FAILED | typeof REFUSED | typeof DONE_WITH_REJECTS | typeof INTERRUPTED;
