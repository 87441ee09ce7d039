import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { availableParallelism, getPriority } from "node:os";
import { join } from "node:path";
import { AnalysisFailed } from "../../src/analysis/pool/analysis-child.ts";
import { AnalysisPool } from "../../src/analysis/pool/analysis-pool.ts";
import { PICTURE_BYTES_MAX } from "../../src/assets/limits.ts";
import { type ProbeDeps, probeUpload } from "../../src/assets/probe.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { Gate } from "../../src/lib/gate.ts";
import { Refused } from "../../src/lib/refusal.ts";
import { runChild } from "../../src/native/run-child.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { BOMB_SIDES, PICTURE_BOMBS } from "../support/picture-bombs.ts";
import { peakBytesOf, sightChildren } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const PICTURE = { kind: "image", format: "jpeg", type: "image/jpeg" } as const;
const FILM = { kind: "video", container: "mov", type: "video/mp4" } as const;
/** A few copies of the largest picture that is accepted, far less than the pictures unpack to. */
const BOMB_BYTES_MAX = 4 * PICTURE_BYTES_MAX;
const LIMITS = { timeoutMs: 60_000, cpuMsMax: 10_000 };

let folder: string;
let picture: string;
let pool: AnalysisPool;
beforeAll(async () => {
  folder = temporaryFolder();
  picture = join(folder, "picture");
  await Bun.write(picture, await pictureBytes());
});
beforeEach(() => {
  const priority = "request";
  pool = new AnalysisPool({ dataDir: folder, timer: systemTimer, size: 1, priority, memoryBytesMax: 1_000_000_000 });
});
afterEach(() => pool.stop());

/** Dependencies of a probe, with a shell script as ffprobe. */
async function depsWith(script: string, more: Partial<ProbeDeps> = {}): Promise<ProbeDeps> {
  const program = join(folder, `ffprobe-${Bun.randomUUIDv7()}`);
  await Bun.write(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o700);
  const parts = { ffprobePath: async () => program, ffmpegPath: async () => program };
  return { pictures: pool, parts, films: new Gate(4), timer: systemTimer, limits: LIMITS, ...more };
}

async function statusOf(work: Promise<unknown>): Promise<readonly unknown[]> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error("expected a refusal", { cause: error });
  return [error.refusals[0].name, error.headers["retry-after"] ?? null];
}

const UNREADABLE = ["unsupported_format", null];
const BUSY = ["upload_impossible", "30"];

/** Reports 100 plus the nice value of ffprobe as the width. */
const NICE_AS_WIDTH = `read -r stat < /proc/self/stat; set -- $stat; width=$((100 + \${19}))
printf '{"streams":[{"codec_type":"video","width":%d,"height":96}],"format":{"duration":"1.0"}}' $width`;

describe("a film's probe", () => {
  test("has the server's priority while background children keep every core busy", async () => {
    const over = new AbortController();
    const limits = { timeoutMs: 30_000, memoryBytesMax: 1_000_000_000, outputBytesMax: 0 };
    const busy = Array.from({ length: availableParallelism() }, () =>
      runChild(["/bin/sh", "-c", "while :; do :; done"], { limits, priority: "background", signal: over.signal }),
    );
    try {
      const { width } = await probeUpload(picture, FILM, await depsWith(NICE_AS_WIDTH));
      expect(width).toBe(100 + getPriority());
    } finally {
      over.abort();
      await Promise.all(busy);
    }
  });

  test("is 422 when the file uses up its processor time", async () => {
    const deps = await depsWith("while :; do :; done", { limits: { ...LIMITS, cpuMsMax: 1_000 } });
    expect(await statusOf(probeUpload(picture, FILM, deps))).toEqual(UNREADABLE);
  });

  test("is 422 when ffprobe cannot read the file, or crashes on it", async () => {
    expect(await statusOf(probeUpload(picture, FILM, await depsWith("exit 1")))).toEqual(UNREADABLE);
    expect(await statusOf(probeUpload(picture, FILM, await depsWith("kill -SEGV $$")))).toEqual(UNREADABLE);
  });

  test.each([
    ["when the machine is too busy", "exec sleep 60"],
    ["when it is killed from outside", "kill -KILL $$"],
    ["when ffprobe cannot be started", "exit 127"],
  ])("is 503 %s", async (_title, script) => {
    const deps = await depsWith(script, { limits: { ...LIMITS, timeoutMs: 200 } });
    expect(await statusOf(probeUpload(picture, FILM, deps))).toEqual(BUSY);
  });

  test("is 503 when it gets no slot in time, and the next probe succeeds", async () => {
    const films = new Gate(1);
    const first = Promise.withResolvers<void>();
    const taken = films.through(() => first.promise);
    const deps = await depsWith(NICE_AS_WIDTH, { films, limits: { ...LIMITS, timeoutMs: 50 } });
    expect(await statusOf(probeUpload(picture, FILM, deps))).toEqual(BUSY);
    first.resolve();
    await taken;
    expect(await probeUpload(picture, FILM, { ...deps, limits: LIMITS })).toMatchObject({ height: 96 });
  });
});

describe("a picture's probe", () => {
  test("takes little memory, whatever its metadata unpack to or claim", async () => {
    const deps = await depsWith("exit 1");
    await probeUpload(picture, PICTURE, deps);
    const [child = 0] = await sightChildren(folder);
    const before = await peakBytesOf(child);
    const bomb = join(folder, "bomb");
    for (const [name, { format, bytes }] of Object.entries(PICTURE_BOMBS)) {
      await Bun.write(bomb, await bytes());
      const { width, height } = await probeUpload(bomb, { kind: "image", format, type: `image/${format}` }, deps);
      expect([name, width, height]).toEqual([name, BOMB_SIDES.width, BOMB_SIDES.height]);
    }
    expect(await sightChildren(folder)).toEqual([child]);
    expect((await peakBytesOf(child)) - before).toBeLessThan(BOMB_BYTES_MAX);
  });

  test("is 503 when the machine is too busy", async () => {
    const deps = await depsWith("exit 1");
    expect(await probeUpload(picture, PICTURE, deps)).toMatchObject({ width: 320 });
    for (const pid of await sightChildren(folder)) process.kill(pid, "SIGSTOP");
    const late = probeUpload(picture, PICTURE, { ...deps, limits: { ...LIMITS, timeoutMs: 100 } });
    expect(await statusOf(late)).toEqual(BUSY);
  });

  test("is repeated if its process crashes once, for example for lack of memory", async () => {
    const deps = await depsWith("exit 1");
    let runs = 0;
    const pictures: ProbeDeps["pictures"] = {
      run: (...task) =>
        runs++ === 0 ? Promise.reject(new AnalysisFailed("crashed", "killed")) : deps.pictures.run(...task),
    };
    expect(await probeUpload(picture, PICTURE, { ...deps, pictures })).toMatchObject({ width: 320 });
    expect(runs).toBe(2);
  });

  test("is 422 when the file uses up its processor time, crashes the decoder twice, or cannot be read", async () => {
    const deps = await depsWith("exit 1");
    for (const how of ["exhausted", "crashed", "refused"] as const) {
      const pictures = { run: () => Promise.reject(new AnalysisFailed(how, how)) };
      expect(await statusOf(probeUpload(picture, PICTURE, { ...deps, pictures }))).toEqual(UNREADABLE);
    }
  });
});
