import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { availableParallelism, getPriority } from "node:os";
import { join } from "node:path";
import {
  type ChildLimits,
  type ChildPriority,
  type ChildResult,
  runChild,
  streamChild,
} from "../../src/native/run-child.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const LIMITS: ChildLimits = { timeoutMs: 10_000, memoryBytesMax: 2_000_000_000, outputBytesMax: 100_000 };

function shell(script: string): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", script];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

test("a successful child returns its output", async () => {
  const result = await runChild(shell("echo out; echo err >&2"), { priority: "background", limits: LIMITS });
  expect(result).toMatchObject({ end: "exited", exitCode: 0, signal: null, stderr: "err\n" });
  expect(textOf(result.stdout)).toBe("out\n");
});

test("a child reads its input unchanged", async () => {
  const input = new Uint8Array(90_000).map((_, index) => index % 251);
  const result = await runChild(["cat"], { priority: "background", limits: LIMITS, input });
  expect(Buffer.compare(result.stdout, input)).toBe(0);
});

test("a child without input has an empty stdin and does not wait", async () => {
  const result = await runChild(["cat"], { priority: "background", limits: LIMITS });
  expect(result).toMatchObject({ exitCode: 0, stdout: Buffer.alloc(0) });
});

test("a failed child returns its status and its stderr", async () => {
  const result = await runChild(shell("echo 'no such stream' >&2; exit 7"), { priority: "background", limits: LIMITS });
  expect(result).toMatchObject({ end: "exited", exitCode: 7, stderr: "no such stream\n" });
});

test("a missing program returns a result too", async () => {
  const result = await runChild(["/nonexistent/ffmpeg"], { priority: "background", limits: LIMITS });
  expect(result.exitCode).toBe(127);
  expect(result.stderr).toContain("/nonexistent/ffmpeg");
});

test("a crashed child returns its signal", async () => {
  const result = await runChild(shell("kill -SEGV $$"), { priority: "background", limits: LIMITS });
  expect(result).toMatchObject({ end: "exited", exitCode: null, signal: "SIGSEGV" });
});

test("a child is killed at its time limit", async () => {
  const result = await runChild(["sleep", "60"], { priority: "background", limits: { ...LIMITS, timeoutMs: 50 } });
  expect(result).toMatchObject({ end: "timed-out", exitCode: null, signal: "SIGKILL" });
});

test("a child that ignores SIGTERM is killed too", async () => {
  const result = await runChild(shell("trap '' TERM INT; while :; do :; done"), {
    priority: "background",
    limits: { ...LIMITS, timeoutMs: 50 },
  });
  expect(result.end).toBe("timed-out");
});

test("output beyond the limit ends the child and is truncated", async () => {
  const result = await runChild(["yes"], { priority: "background", limits: { ...LIMITS, outputBytesMax: 1_000 } });
  expect(result).toMatchObject({ end: "output-exceeded", signal: "SIGKILL" });
  expect(result.stdout).toHaveLength(1_000);
});

test("output of exactly the limit is complete", async () => {
  const result = await runChild(["head", "-c", "1000", "/dev/zero"], {
    priority: "background",
    limits: { ...LIMITS, outputBytesMax: 1_000 },
  });
  expect(result).toMatchObject({ end: "exited", exitCode: 0 });
  expect(result.stdout).toHaveLength(1_000);
});

test("a long stderr does not block the child, and only its end is kept", async () => {
  const result = await runChild(shell("yes complaint | head -c 2000000 >&2; echo last >&2"), {
    priority: "background",
    limits: LIMITS,
  });
  expect(result.exitCode).toBe(0);
  expect(result.stderr.length).toBeLessThanOrEqual(16_384);
  expect(result.stderr.endsWith("last\n")).toBe(true);
});

test("a child is ended by its signal", async () => {
  const result = await runChild(["sleep", "60"], {
    priority: "background",
    limits: LIMITS,
    signal: AbortSignal.timeout(20),
  });
  expect(result).toMatchObject({ end: "aborted", signal: "SIGKILL" });
});

test("a signal that is already aborted ends the child immediately", async () => {
  const result = await runChild(["sleep", "60"], {
    priority: "background",
    limits: LIMITS,
    signal: AbortSignal.abort(),
  });
  expect(result.end).toBe("aborted");
});

test("a grandchild that keeps the pipes open does not delay the result", async () => {
  const result = await runChild(shell("echo done; sleep 30 & exit 0"), { priority: "background", limits: LIMITS });
  expect(result).toMatchObject({ end: "exited", exitCode: 0 });
  expect(textOf(result.stdout)).toBe("done\n");
});

test("a child cannot use more memory than its limit", async () => {
  const limits = { ...LIMITS, memoryBytesMax: 100_000_000 };
  // tail holds a last line without an end in memory.
  const hold = (bytes: number): Promise<ChildResult> =>
    runChild(shell(`head -c ${bytes} /dev/zero | tail -n 1 >/dev/null`), { priority: "background", limits });
  expect((await hold(1_000_000)).exitCode).toBe(0);
  expect((await hold(300_000_000)).exitCode).not.toBe(0);
});

test("a child cannot write a file without a size limit", async () => {
  const folder = temporaryFolder();
  const write = shell(`head -c 5000 /dev/zero > '${join(folder, "file")}'`);
  expect((await runChild(write, { priority: "background", limits: LIMITS })).exitCode).not.toBe(0);
  expect((await runChild(write, { priority: "background", limits: { ...LIMITS, fileBytesMax: 8_192 } })).exitCode).toBe(
    0,
  );
  expect(existsSync(join(folder, "file"))).toBe(true);
});

test("a child does not see the environment of this process", async () => {
  process.env["NEEDLEDROP_TEST_SECRET"] = "secret";
  try {
    const result = await runChild(["env"], { priority: "background", limits: LIMITS });
    const names = textOf(result.stdout)
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0] ?? "");
    expect(names.toSorted()).toEqual(["BUN_JSC_jitMemoryReservationSize", "LC_ALL", "PATH", "PWD"]);
  } finally {
    delete process.env["NEEDLEDROP_TEST_SECRET"];
  }
});

test("Bun compiles to machine code in a child whose limit is below what Bun reserves by default", async () => {
  const program =
    "import { numberOfDFGCompiles } from 'bun:jsc'; let sum = 0; function add(n) { sum = (sum * 31 + n) | 0; } for (let n = 0; n < 2e6; n++) add(n); console.log(numberOfDFGCompiles(add))";
  const limits = { ...LIMITS, memoryBytesMax: 1_000_000_000, countsDataOnly: true } as const;
  const result = await runChild([process.execPath, "-e", program], { priority: "background", limits });
  expect(Number(textOf(result.stdout))).toBeGreaterThan(0);
});

test("arguments reach the program unchanged", async () => {
  const result = await runChild(["printf", "%s|", "a b", "$(id)", "'", ""], { priority: "background", limits: LIMITS });
  expect(textOf(result.stdout)).toBe("a b|$(id)|'||");
});

test("the output of a streamed child arrives in order and is not stored", async () => {
  let bytes = 0;
  let isInOrder = true;
  const ended = await streamChild(
    shell("i=0; while [ $i -lt 2000 ]; do echo line; i=$((i+1)); done"),
    { priority: "background", limits: LIMITS },
    (chunk) => {
      for (const [index, byte] of chunk.entries()) isInOrder &&= byte === "line\n".codePointAt((bytes + index) % 5);
      bytes += chunk.length;
    },
  );
  expect({ ...ended, bytes, isInOrder }).toEqual({
    end: "exited",
    exitCode: 0,
    signal: null,
    stderr: "",
    bytes: 10_000,
    isInOrder: true,
  });
});

test("a streamed child is ended when the callback throws", async () => {
  const refuse = (): never => {
    throw new Error("no picture");
  };
  expect(
    streamChild(shell("echo x; exec sleep 60"), { priority: "background", limits: LIMITS }, refuse),
  ).rejects.toThrow("no picture");
});

/**
 * Prints the nice value of the process (field 19 of proc_pid_stat(5)) and that of its session (sched(7), "autogroup"),
 * which is empty for a process without a session, and missing on some kernels.
 */
const SHOW_PRIORITIES = "cut -d ' ' -f 19 /proc/self/stat; sed 's/.* //' /proc/self/autogroup 2>/dev/null || true";

test("a child for a request has the server's priority while background children use every core", async () => {
  const over = new AbortController();
  const background = { limits: LIMITS, priority: "background", signal: over.signal } as const;
  const busy = Array.from({ length: availableParallelism() }, () => runChild(shell("while :; do :; done"), background));
  const prioritiesOf = async (priority: ChildPriority): Promise<string> =>
    textOf((await runChild(shell(SHOW_PRIORITIES), { limits: LIMITS, priority })).stdout);
  try {
    const own = Bun.spawnSync([...shell(SHOW_PRIORITIES)]).stdout.toString();
    expect(own).toStartWith(`${getPriority()}\n`);
    expect(await prioritiesOf("request")).toBe(own);
    expect(await prioritiesOf("soon")).toBe(own.replace(/.*/, String(Math.min(19, getPriority() + 3))));
    expect(await prioritiesOf("background")).toBe(own.replace(/.*/, "19"));
  } finally {
    over.abort();
    await Promise.all(busy);
  }
});

test("a child that uses up its processor time is distinguished from a slow one", async () => {
  const limits = { ...LIMITS, timeoutMs: 60_000, cpuMsMax: 1_000 };
  const spinning = await runChild(shell("while :; do :; done"), { limits, priority: "request" });
  expect(spinning).toMatchObject({ end: "cpu-exceeded", exitCode: null });
  const slow = await runChild(["sleep", "60"], { limits: { ...limits, timeoutMs: 50 }, priority: "request" });
  expect(slow).toMatchObject({ end: "timed-out" });
});

test.skipIf(process.platform !== "linux")("a child that uses no processor time is stalled", async () => {
  const fifo = join(temporaryFolder(), "fifo");
  expect(Bun.spawnSync(["mkfifo", fifo]).exitCode).toBe(0);
  const limits = { ...LIMITS, timeoutMs: 60_000, stalledMs: 50 };
  expect(await runChild(["cat", fifo], { limits, priority: "request" })).toMatchObject({ end: "stalled" });
});

test.skipIf(process.platform !== "linux")("a child whose own child works is not stalled", async () => {
  const limits = { ...LIMITS, timeoutMs: 60_000, stalledMs: 1_000 };
  const work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
  const result = await runChild(shell(`/bin/sh -c '${work}'; echo done`), { limits, priority: "request" });
  expect(textOf(result.stdout)).toBe("done\n");
});
