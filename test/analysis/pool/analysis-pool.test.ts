import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { AnalysisFailed } from "../../../src/analysis/pool/analysis-child.ts";
import { AnalysisPool } from "../../../src/analysis/pool/analysis-pool.ts";
import type { FilmProbe } from "../../../src/analysis/pool/protocol.ts";
import { systemTimer } from "../../../src/lib/timer.ts";
import type { ChildPriority } from "../../../src/native/run-child.ts";
import { flatPicture, pictureBytes } from "../../support/pictures-and-films.ts";
import { sessionNiceOf, sightChildren } from "../../support/processes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const WITHIN_MS = 20_000;

const folder = temporaryFolder();
const picture = join(folder, "picture");
await Bun.write(picture, await pictureBytes());

let pool: AnalysisPool;
beforeEach(() => {
  // Not in the background, because a busy machine can give such processes no time.
  pool = poolOf("request");
});
afterEach(async () => {
  await pool.stop();
  // So that the next test finds its own process only.
  await childrenEnd();
});

function poolOf(priority: ChildPriority): AnalysisPool {
  return new AnalysisPool({ dataDir: folder, timer: systemTimer, size: 1, priority, memoryBytesMax: 1_000_000_000 });
}

const look = (more: { readonly path?: string; readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}) =>
  pool.run("probe", { path: picture, timeoutMs: 10_000, ...more });

/** A film with a script in place of ffmpeg. */
async function filmWith(script: string): Promise<FilmProbe> {
  const ffmpegPath = join(folder, `ffmpeg-${Bun.hash(script)}`);
  await writeFile(ffmpegPath, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const size = { width: 320, height: 180, duration: 2, frameRate: 25 };
  return { ...size, container: "mov", videoCodec: "h264", x264Version: null, hasAudio: false, ffmpegPath };
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const children = (): Promise<readonly number[]> => sightChildren(folder);

async function onlyChild(): Promise<number> {
  const found = await children();
  const [pid] = found;
  if (pid === undefined || found.length > 1) throw new Error(`expected one process, found ${found.length}`);
  return pid;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error("It did not come to that.");
    // Real time, for the processes outside.
    await Bun.sleep(5);
  }
}

const childrenEnd = (): Promise<void> => until(async () => (await children()).length === 0);

/** Null for a process that has ended since it was found. */
function niceOf(pid: number): number | null {
  try {
    return getPriority(pid);
  } catch (error) {
    if (error instanceof Error && "info" in error && isNoProcess(error.info)) return null;
    throw error;
  }
}

const isNoProcess = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ESRCH";

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
    const pid = await onlyChild();
    // Stopped, so that the crash comes during the request.
    process.kill(pid, "SIGSTOP");
    const pending = failure(look());
    process.kill(pid, "SIGKILL");
    expect(await pending).toMatchObject({ how: "crashed" });
    expect((await look()).width).toBe(320);
    expect(await children()).not.toContain(pid);
  });

  test("replaces a process that was killed while it was idle", async () => {
    await look();
    const pid = await onlyChild();
    process.kill(pid, "SIGKILL");
    await until(async () => !existsSync(`/proc/${pid}`));
    expect((await look()).width).toBe(320);
  });

  test("reports an ffmpeg that was killed as a crash, and not as a damaged film", async () => {
    const film = await filmWith("kill -9 $$");
    const limits = { timeoutMs: 60_000 };
    expect(await failure(pool.run("film-hashes", { path: "/a.mp4", film, ...limits }))).toMatchObject({
      how: "crashed",
    });
  });

  test("kills a process that exceeds its time limit, and starts another one for the next request", async () => {
    await look();
    const pid = await onlyChild();
    process.kill(pid, "SIGSTOP");
    expect(await failure(look({ timeoutMs: 50 }))).toMatchObject({ how: "timed-out" });
    expect((await look()).width).toBe(320);
  });

  test("ends a request that uses up its processor time, and not for its wall clock", async () => {
    const path = join(folder, "large");
    await Bun.write(path, await flatPicture(4_096, 4_096));
    const limits = { timeoutMs: 60_000, cpuMsMax: 20 };
    expect(await failure(pool.run("picture", { path, ...limits }))).toMatchObject({
      how: "exhausted",
      message: "It took more than 0.02 seconds of processor time.",
    });
    expect((await look()).width).toBe(320);
  });

  test("counts the processor time of the programs that a process runs", async () => {
    const film = await filmWith("while :; do :; done");
    const before = await look().then(children);
    const limits = { timeoutMs: 60_000, cpuMsMax: 400 };
    expect(await failure(pool.run("film-hashes", { path: "/a.mp4", film, ...limits }))).toMatchObject({
      how: "exhausted",
    });
    expect(await look().then(children)).not.toEqual([...before]);
  });

  test("ends a process whose program uses no processor time, and not one that is slow", async () => {
    const film = await filmWith("exec sleep 60");
    const limits = { timeoutMs: 60_000, cpuMsMax: 30_000, stalledMs: 300 };
    await look();
    expect(await failure(pool.run("film-hashes", { path: "/a.mp4", film, ...limits }))).toMatchObject({
      how: "stalled",
    });
    const working = await filmWith("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done");
    expect(await pool.run("film-hashes", { path: "/a.mp4", film: working, ...limits, stalledMs: 30_000 })).toEqual([]);
  });

  test("keeps the process when a queued request is aborted", async () => {
    const before = await look().then(children);
    expect(await failure(look({ signal: AbortSignal.abort() }))).toMatchObject({ how: "aborted" });
    expect(await look().then(children)).toEqual([...before]);
  });

  test("gives a process for requests the priority of the server, also in its session", async () => {
    await look();
    const pid = await onlyChild();
    expect(getPriority(pid)).toBe(getPriority());
    expect(["0", null]).toContain(await sessionNiceOf(pid));
  });

  test("gives a background process the lowest priority, also in its session", async () => {
    pool = poolOf("background");
    // The test does not wait for it: a busy machine gives it no time.
    const pending = failure(look());
    const niced: number[] = [];
    await until(async () => niced.push(...(await children()).filter((pid) => niceOf(pid) === 19)) > 0);
    const [first] = niced;
    if (first === undefined) throw new Error("there is one");
    expect(["19", null]).toContain(await sessionNiceOf(first));
    await pool.stop();
    for (const pid of niced) process.kill(pid, "SIGKILL");
    await pending;
  });

  test("kills the process of an aborted request", async () => {
    await look();
    const pid = await onlyChild();
    process.kill(pid, "SIGSTOP");
    const aborting = new AbortController();
    const pending = failure(look({ signal: aborting.signal }));
    aborting.abort();
    expect(await pending).toMatchObject({ how: "aborted" });
  });

  test("runs and starts no process after stop", async () => {
    await look();
    await pool.stop();
    expect(await failure(look())).toMatchObject({ how: "aborted" });
    await childrenEnd();
  });
});
