import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnalysisFailed } from "../../../src/analysis/pool/analysis-child.ts";
import { AnalysisPool } from "../../../src/analysis/pool/analysis-pool.ts";
import { systemTimer } from "../../../src/jobs/timer.ts";
import { pictureBytes } from "../../support/pictures-and-films.ts";

setDefaultTimeout(40_000);

const folder = await mkdtemp(join(tmpdir(), "needledrop-analysis-"));
const picture = join(folder, "picture");
await Bun.write(picture, await pictureBytes());
afterAll(() => rm(folder, { recursive: true, force: true }));

let pool: AnalysisPool;
beforeEach(() => {
  pool = new AnalysisPool({ dataDir: folder, timer: systemTimer, size: 1, memoryBytesMax: 1_000_000_000 });
});
afterEach(() => pool.stop());

const look = (more: { readonly path?: string; readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) =>
  pool.run("probe", { path: picture, timeoutMs: 10_000, ...more });
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Returns the analysis processes for this test's folder. */
async function children(): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await Bun.file(`/proc/${name}/cmdline`)
      .text()
      .catch(() => "");
    if (line.includes("sight") && line.includes(folder) && !line.startsWith("/bin/sh")) found.push(Number(name));
  }
  return found;
}

describe("the analysis pool", () => {
  test("handles sequential requests in one process", async () => {
    const probes = await Promise.all([look(), look(), look()]);
    for (const probe of probes) expect(probe).toEqual({ format: "jpeg", width: 320, height: 200 });
    expect(await children()).toHaveLength(1);
  });

  test("reports an unreadable file and keeps the process", async () => {
    const before = await look().then(children);
    const error = await failure(look({ path: join(folder, "absent") }));
    expect(error).toBeInstanceOf(AnalysisFailed);
    expect(error).toMatchObject({ how: "refused" });
    expect(await look().then(children)).toEqual([...before]);
  });

  test("fails only the request during which a process crashes", async () => {
    await look();
    const [pid = 0] = await children();
    // Stopped, so that the crash comes during the request.
    process.kill(pid, "SIGSTOP");
    const asked = failure(look());
    process.kill(pid, "SIGKILL");
    expect(await asked).toMatchObject({ how: "crashed" });
    expect((await look()).width).toBe(320);
    expect(await children()).not.toContain(pid);
  });

  test("kills a process that exceeds its time limit, and starts another one for the next request", async () => {
    await look();
    const [pid = 0] = await children();
    process.kill(pid, "SIGSTOP");
    expect(await failure(look({ timeoutMs: 50 }))).toMatchObject({ how: "timed-out" });
    expect((await look()).width).toBe(320);
  });

  test("kills the process of an aborted request", async () => {
    await look();
    const [pid = 0] = await children();
    process.kill(pid, "SIGSTOP");
    const calledOff = new AbortController();
    const asked = failure(look({ signal: calledOff.signal }));
    calledOff.abort();
    expect(await asked).toMatchObject({ how: "aborted" });
  });

  test("runs and starts no process after stop", async () => {
    await look();
    await pool.stop();
    expect(await failure(look())).toMatchObject({ how: "aborted" });
    while ((await children()).length > 0) await Bun.sleep(5);
  });
});
