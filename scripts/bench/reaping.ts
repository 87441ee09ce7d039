/**
 * How long the event loop of this process stands still while niced encoders run, end and are waited for on all cores: with their
 * processor time read as the server reads it, compared with reading all of their threads, in turns in the same run.
 *
 *   bun scripts/bench/reaping.ts [--seconds 20] [--rounds 2]
 */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { cpuMsOfTree } from "../../src/native/cpu-time.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { withLimits } from "../../src/native/run-child.ts";
import { report } from "./load-loops.ts";

const READ_EVERY_MS = 250;
const TICK_MS = 2;
/** A longer pause between two ticks counts as a gap. */
const GAP_MS = 20;
const LIMITS = { timeoutMs: 60_000, memoryBytesMax: 1_500_000_000 };

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "20" }, rounds: { type: "string", default: "2" } },
});
const ffmpeg = await openNativeParts(tmpdir()).ffmpegPath();
const noise = ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=60:r=44100:c=pink", "-ac", "2"];
const encoder = withLimits([ffmpeg, ...noise, "-c:a", "libmp3lame", "-f", "mp3", "pipe:1"], LIMITS, "background");

function readAllThreads(pid: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1");
    }
  } catch {
    // It has ended.
  }
}

/** Runs encoders for a while, and returns the gaps between ticks in milliseconds. */
async function gapsWhile(readTime: (pid: number) => unknown): Promise<readonly number[]> {
  const gaps: number[] = [];
  const end = performance.now() + Number(values.seconds) * 1_000;
  const encode = async (): Promise<void> => {
    while (performance.now() < end) {
      const child = Bun.spawn(encoder, { stdout: "ignore", stderr: "ignore" });
      const reading = setInterval(() => readTime(child.pid), READ_EVERY_MS);
      await child.exited;
      clearInterval(reading);
    }
  };
  const encoding = Promise.all(Array.from({ length: availableParallelism() + 1 }, encode));
  for (let last = performance.now(); last < end;) {
    await Bun.sleep(TICK_MS);
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }
  await encoding;
  return gaps;
}

function show(what: string, gaps: readonly number[]): void {
  const long = gaps.filter((gap) => gap > GAP_MS);
  report(`${what}: gaps over ${GAP_MS} ms, the longest`, `${long.length}, ${Math.max(...gaps).toFixed(0)} ms`);
}

for (let round = 0; round < Number(values.rounds); round += 1) {
  show("all threads read", await gapsWhile(readAllThreads));
  show("as the server reads it", await gapsWhile(cpuMsOfTree));
}
