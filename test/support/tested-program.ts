import { join } from "node:path";

/**
 * The program that tests start as a process: the executable that TESTED_EXECUTABLE names, or Bun with the sources. The executable
 * starts with two thirds of the processor time.
 */
export const TESTED_PROGRAM: readonly [string, ...string[]] = programOf(process.env["TESTED_EXECUTABLE"]);

export const isExecutable = TESTED_PROGRAM.length === 1;

/**
 * For the environment of such processes, which live for seconds: Bun optimises code to the last degree only after ten times as many
 * calls, because that costs them a fifth of their processor time.
 */
export const SHORT_LIVED = { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "1000000" } as const;

function programOf(executable: string | undefined): readonly [string, ...string[]] {
  return executable === undefined ? [process.execPath, join(import.meta.dir, "../../src/main.ts")] : [executable];
}
