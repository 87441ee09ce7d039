/**
 * What looking at a film costs: ten minutes of 1080p, drawn by ffmpeg with grain and sound, are analysed beside a
 * plain decoding of the same film in the same run. Prints seconds, their ratio, processor seconds, and the most
 * memory that a child of the analysis had resident (Linux: VmHWM).
 *
 *   bun scripts/bench/film.ts [--minutes 10] [--film FILE.mp4]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { analyseFilm } from "../../src/analysis/analyse-film.ts";
import { probeFilm } from "../../src/analysis/probe-film.ts";
import { openNativeParts } from "../../src/native/native-parts.ts";
import { drawFilm, runFfmpeg } from "./draw-film.ts";

const WATCHED_EVERY_MS = 25;
const MEGABYTE = 1_000_000;
const KILOBYTE = 1_024;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" }, film: { type: "string" } } });
const parts = openNativeParts("");
const ffmpeg = await parts.ffmpegPath();
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
try {
  const film = values.film ?? (await drawFilm(ffmpeg, folder, Number(values.minutes)));
  const probe = await probeFilm(film, "mov", parts, { priority: "background" });
  print("film", `${probe.duration.toFixed(0)} s, ${probe.width}x${probe.height}, ${megabytes(Bun.file(film).size)}`);
  const plain = await timed(() => runFfmpeg(ffmpeg, ["-threads", "2", "-i", film, "-map", "0:v:0", "-f", "null", "-"]));
  print("plain decoding, two threads", seconds(plain.ms));
  const memory = watchChildren();
  const before = process.cpuUsage();
  const analysis = await timed(() => analyseFilm(film, probe, new AbortController().signal));
  const own = process.cpuUsage(before);
  print("analysis", `${seconds(analysis.ms)}, ${(analysis.ms / plain.ms).toFixed(2)} of the plain decoding`);
  print("of it in this process", `${seconds((own.user + own.system) / 1_000)} of processor time`);
  print("largest child", megabytes(memory.stop()));
  print("this process at most", megabytes(residentMost("self") ?? 0));
  const { cuts, pace, motion, camera, sound } = analysis.value;
  print("found", JSON.stringify({ cuts, pace, motion, camera, sound }));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly ms: number; readonly value: Value }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

/** Looks at the children every so often; `stop` gives the most bytes that one of them had resident. */
function watchChildren(): { stop(): number } {
  let most = 0;
  const look = (): void => {
    for (const task of readdirSync("/proc/self/task")) {
      const children = readText(`/proc/self/task/${task}/children`)
        .split(" ")
        .filter((pid) => pid !== "");
      for (const pid of children) most = Math.max(most, residentMost(pid) ?? 0);
    }
  };
  const timer = setInterval(look, WATCHED_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

function residentMost(pid: string): number | null {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * KILOBYTE;
}

/** Empty for a process that has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(0)} MB`;
}

function print(what: string, value: string): void {
  console.log(`${what.padEnd(30)} ${value}`);
}
