import { expect, test } from "bun:test";
import { runCrashes } from "../support/crashes/crash-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { TESTED_PROGRAM } from "../support/tested-program.ts";

/** Longer runs are for scripts/crash.ts. */
const RUN_MS = 30_000;
const SEEDS = 1_000_000;
/** The end of a run waits for the analyses of its uploads, which have the lowest priority. */
const TEST_MS = 600_000;

test(
  "30 seconds of kill -9 at random times lose nothing that was acknowledged",
  async () => {
    const seed = Math.floor(Math.random() * SEEDS);
    const again = `bun scripts/crash.ts --seconds ${RUN_MS / 1_000} --seed ${seed}`;
    console.log(`crash run with seed ${seed}; to repeat it: ${again}`);
    const report = await runCrashes({
      seed,
      until: { ms: RUN_MS },
      command: TESTED_PROGRAM,
      folder: temporaryFolder(),
    });
    expect({ again, violations: report.violations }).toEqual({ again, violations: [] });
    expect(report.kills).toBeGreaterThan(0);
  },
  TEST_MS,
);
