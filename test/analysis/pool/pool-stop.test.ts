import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { AnalysisPool } from "../../../src/analysis/pool/analysis-pool.ts";
import { systemTimer } from "../../../src/lib/timer.ts";
import { sightChildren } from "../../support/processes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const folder = temporaryFolder();

test("kills a process that is still starting when the pool stops", async () => {
  const pool = new AnalysisPool({
    dataDir: folder,
    timer: systemTimer,
    size: 1,
    priority: "request",
    memoryBytesMax: 1_000_000_000,
  });
  const pending = pool
    .run("probe", { path: join(folder, "absent"), timeoutMs: 10_000 })
    .catch((error: unknown) => error);
  const starting: number[] = [];
  while (starting.length === 0) starting.push(...(await sightChildren(folder)));
  // Paused, so that it never becomes ready.
  for (const pid of starting) process.kill(pid, "SIGSTOP");
  await pool.stop();
  expect(await pending).toMatchObject({ how: "aborted", message: "The server is stopping." });
  while ((await sightChildren(folder)).length > 0) await Bun.sleep(5);
});
