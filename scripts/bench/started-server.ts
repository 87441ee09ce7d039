/** Starting the program for a benchmark, and watching it from outside. */
import { readdir, readFile } from "node:fs/promises";

const READY_WITHIN_MS = 60_000;
const POLL_MS = 5;
const IDLE_WITHIN_MS = 600_000;
/** Longer than the pause between two surveys of what is to be made and measured. */
const IDLE_SPAN_MS = 12_000;
const IDLE_CPU_SECONDS = 0.3;
const STOP_WITHIN_MS = 20_000;
const KIBIBYTE = 1_024;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** How the program is called: from source, or as the executable at `path`. */
export function programOf(path: string | undefined): readonly string[] {
  return path === undefined ? [process.execPath, "src/main.ts"] : [path];
}

/** Runs a command to its end and returns what it printed. Throws when it fails. */
export async function command(program: readonly string[], args: readonly string[]): Promise<string> {
  const child = Bun.spawn([...program, ...args], { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const [output, status] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  if (status !== 0) throw new Error(`needledrop ${args[0]} ended with ${status}`);
  return output;
}

export interface CreatedKey {
  readonly id: string;
  readonly token: string;
}

export async function createKey(
  program: readonly string[],
  data: string,
  options: readonly string[],
): Promise<CreatedKey> {
  const args = ["keys", "create", "--name", "bench", ...options, "--json", "--data", data];
  return JSON.parse(await command(program, args));
}

export interface StartedServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to its first "ready". */
  readonly readyMs: number;
  /** SIGTERM, and SIGKILL to one that does not end. */
  stop(): Promise<void>;
}

/** Starts `needledrop serve` on a free port, and returns when it is ready. */
export async function startServer(
  program: readonly string[],
  data: string,
  options: readonly string[] = [],
): Promise<StartedServer> {
  const begun = performance.now();
  const args = ["serve", "--port", "0", "--json", "--log-level", "warn", "--data", data, ...options];
  const started = await startListening([...program, ...args], (line) => String(JSON.parse(line).url));
  while (!(await fetch(`${started.url}/readyz`)).ok) {
    if (performance.now() - begun > READY_WITHIN_MS) throw new Error("the server did not become ready");
    await Bun.sleep(POLL_MS);
  }
  return { ...started, readyMs: performance.now() - begun };
}

/** Starts one of the bare servers beside this file, which print their port. */
export function startBare(script: string, args: readonly string[]): Promise<Omit<StartedServer, "readyMs">> {
  const path = `${import.meta.dir}/${script}`;
  return startListening([process.execPath, path, ...args], (line) => `http://127.0.0.1:${line}`);
}

async function startListening(
  argv: readonly string[],
  urlOf: (line: string) => string,
): Promise<Omit<StartedServer, "readyMs">> {
  const child = Bun.spawn([...argv], { stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const url = urlOf(await firstLine(child.stdout));
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
      await child.exited;
      clearTimeout(timer);
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error("a server ended before it had started");
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return text.slice(0, text.indexOf("\n"));
}

/** Bytes that a process has resident now, and had at most (Linux: VmRSS, VmHWM). */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) * KIBIBYTE;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

/** Seconds of processor time that a process has taken. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns when a process and its children have hardly worked for a while: what an import leaves to do is done. */
export async function untilIdle(pid: number): Promise<void> {
  const deadline = performance.now() + IDLE_WITHIN_MS;
  for (let before = Number.NEGATIVE_INFINITY; performance.now() < deadline;) {
    const now = await cpuSecondsOfAll(pid);
    if (Math.abs(now - before) < IDLE_CPU_SECONDS) return;
    before = now;
    await Bun.sleep(IDLE_SPAN_MS);
  }
  throw new Error("the server does not come to rest");
}

/** A child that has ended counts no more, and that shows as well. */
async function cpuSecondsOfAll(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, "utf8")));
  const children = texts.flatMap((text) => text.split(" ").filter((id) => id !== ""));
  const spent = await Promise.all(children.map((child) => cpuSecondsOfAll(Number(child)).catch(() => 0)));
  return spent.reduce((sum, seconds) => sum + seconds, await cpuSecondsOf(pid));
}

/** How many descriptors a process holds open. */
export async function descriptorsOf(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}
