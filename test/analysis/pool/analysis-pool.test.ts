import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { AnalysisFailed } from "../../../src/analysis/pool/analysis-child.ts";
import { AnalysisPool } from "../../../src/analysis/pool/analysis-pool.ts";
import { systemTimer } from "../../../src/lib/timer.ts";
import type { ChildPriority } from "../../../src/native/run-child.ts";
import { flatPicture, pictureBytes } from "../../support/pictures-and-films.ts";
import { sessionNiceOf, sightChildren } from "../../support/processes.ts";

setDefaultTimeout(40_000);

const folder = await mkdtemp(join(tmpdir(), "needledrop-analysis-"));
const picture = join(folder, "picture");
await Bun.write(picture, await pictureBytes());
afterAll(() => rm(folder, { recursive: true, force: true }));

let pool: AnalysisPool;
beforeEach(() => {
  // Not in the background, where a busy machine may give them no time.
  pool = poolOf("request");
});
afterEach(() => pool.stop());

function poolOf(priority: ChildPriority): AnalysisPool {
  return new AnalysisPool({ dataDir: folder, timer: systemTimer, size: 1, priority, memoryBytesMax: 1_000_000_000 });
}

const look = (more: { readonly path?: string; readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) =>
  pool.run("probe", { path: picture, timeoutMs: 10_000, ...more });
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const children = (): Promise<readonly number[]> => sightChildren(folder);

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

  test("ends a request that uses up its processor time, and not for its wall clock", async () => {
    const path = join(folder, "large");
    await Bun.write(path, await flatPicture(4_096, 4_096));
    const limits = { timeoutMs: 60_000, cpuMsMax: 20 };
    expect(await failure(pool.run("picture", { path, ...limits }))).toMatchObject({ how: "exhausted" });
    expect((await look()).width).toBe(320);
  });

  test("keeps the process when a request is aborted before its turn", async () => {
    const before = await look().then(children);
    expect(await failure(look({ signal: AbortSignal.abort() }))).toMatchObject({ how: "aborted" });
    expect(await look().then(children)).toEqual([...before]);
  });

  test("gives a process that a request waits for the priority of the server, in its session too", async () => {
    await look();
    const [pid = 0] = await children();
    expect(getPriority(pid)).toBe(getPriority());
    expect(["0", null]).toContain(await sessionNiceOf(pid));
  });

  test("gives a background process the lowest priority, in its session too", async () => {
    pool = poolOf("background");
    // The test does not wait for it: a busy machine gives it no time.
    const asked = failure(look());
    const niced: number[] = [];
    while (niced.length === 0) niced.push(...(await children()).filter((pid) => getPriority(pid) === 19));
    expect(["19", null]).toContain(await sessionNiceOf(niced[0] ?? 0));
    await pool.stop();
    for (const pid of niced) process.kill(pid, "SIGKILL");
    await asked;
  });

  test("kills the process of an aborted request", async () => {
    await look();
    const [pid = 0] = await children();
    process.kill(pid, "SIGSTOP");
    const aborting = new AbortController();
    const asked = failure(look({ signal: aborting.signal }));
    aborting.abort();
    expect(await asked).toMatchObject({ how: "aborted" });
  });

  test("runs and starts no process after stop", async () => {
    await look();
    await pool.stop();
    expect(await failure(look())).toMatchObject({ how: "aborted" });
    while ((await children()).length > 0) await Bun.sleep(5);
  });
});
