/** Memory, processor time and descriptors of other processes, from Linux's /proc. */
import { readdir, readFile, readlink } from "node:fs/promises";
import type { StartedServer } from "../lib/program.ts";

const KIBIBYTE = 1_024;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const IDLE_WITHIN_MS = 600_000;
/** State of a connection, and place of its inode, in /proc/PID/net/tcp. */
const ESTABLISHED = "01";
const INODE = 9;
/** Longer than the pause between two surveys for media that have to be generated or measured. */
const IDLE_SPAN_MS = 12_000;
const IDLE_CPU_SECONDS = 0.3;

/** Returns the resident bytes of a process: now and at most (VmRSS, VmHWM). */
export async function memoryOf(pid: number | "self"): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) * KIBIBYTE;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

/** Samples a number every `everyMs`. `stop` returns all samples, at least one. */
export function watchNumber(sample: () => Promise<number>, everyMs: number): { stop(): Promise<readonly number[]> } {
  const watched: { readonly samples: number[]; isStopped: boolean } = { samples: [], isStopped: false };
  const watching = (async () => {
    do {
      watched.samples.push(await sample());
      await Bun.sleep(everyMs);
    } while (!watched.isStopped);
  })();
  return {
    stop: async () => {
      watched.isStopped = true;
      await watching;
      return watched.samples;
    },
  };
}

/** Returns the processor seconds that a process has used, or one of its threads: "7/task/8". */
export async function cpuSecondsOf(pid: number | string): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the processor seconds of all children of a process that have ended. */
export async function cpuSecondsOfEnded(pid: number | "self"): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Returns the fields of /proc/PID/stat after the name of the program, which can contain spaces. */
async function statOf(pid: number | string): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
}

/** Waits until a process and its children are idle, for example after the background work of an import. */
export async function untilIdle(pid: number): Promise<void> {
  const deadline = performance.now() + IDLE_WITHIN_MS;
  for (let before = Number.NEGATIVE_INFINITY; performance.now() < deadline;) {
    const now = await cpuSecondsOfAll(pid);
    if (Math.abs(now - before) < IDLE_CPU_SECONDS) return;
    before = now;
    await Bun.sleep(IDLE_SPAN_MS);
  }
  throw new Error("The server does not become idle.");
}

/** The sum drops when a child ends. `untilIdle` notices that, too. */
async function cpuSecondsOfAll(pid: number): Promise<number> {
  const spent = await Promise.all((await childrenOf(pid)).map((child) => cpuSecondsOfAll(child).catch(() => 0)));
  return spent.reduce((sum, seconds) => sum + seconds, await cpuSecondsOf(pid));
}

export async function childrenOf(pid: number | "self"): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => "")),
  );
  return texts.flatMap((text) => text.split(" ").filter((id) => id !== "")).map(Number);
}

/** Seconds in which processes ran, and in which they wanted to run and waited for a core. */
export interface CoreShare {
  readonly ran: number;
  readonly waited: number;
}

/**
 * Samples the processes below `pid` every `everyMs`, without those in `except` and what they started. `stop` returns what they
 * ran and waited since the start, by their latest samples.
 */
export function watchCoreShare(
  pid: number,
  except: ReadonlySet<number>,
  everyMs: number,
): { stop(): Promise<CoreShare> } {
  const first = new Map<number, CoreShare>();
  const latest = new Map<number, CoreShare>();
  const watched = { samples: 0, isStopped: false };
  const sample = async (parent: number): Promise<void> => {
    for (const child of await childrenOf(parent).catch(() => [])) {
      if (except.has(child)) continue;
      const share = await coreShareOf(child).catch(() => null);
      if (share === null) continue;
      if (!first.has(child)) first.set(child, watched.samples === 0 ? share : { ran: 0, waited: 0 });
      latest.set(child, share);
      await sample(child);
    }
  };
  const watching = (async () => {
    while (!watched.isStopped) {
      await sample(pid);
      watched.samples++;
      await Bun.sleep(everyMs);
    }
  })();
  return {
    stop: async () => {
      watched.isStopped = true;
      await watching;
      const since = (of: keyof CoreShare): number =>
        [...latest].reduce((sum, [id, share]) => sum + share[of] - (first.get(id)?.[of] ?? 0), 0);
      return { ran: since("ran"), waited: since("waited") };
    },
  };
}

/** Sums over the threads of a process (schedstat: nanoseconds on a core, nanoseconds in the queue for one). */
async function coreShareOf(pid: number): Promise<CoreShare> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/schedstat`, "utf8").catch(() => "0 0")),
  );
  const sumOf = (field: number): number =>
    texts.reduce((sum, text) => sum + Number(text.split(" ")[field] ?? 0), 0) / 1e9;
  return { ran: sumOf(0), waited: sumOf(1) };
}

/**
 * Returns the number of open descriptors of a server, without established connections to its port: clients keep as many as
 * they had requests at the same time. Those that a client has ended and the server has not are counted.
 */
export async function descriptorsOf({ pid, url }: Pick<StartedServer, "pid" | "url">): Promise<number> {
  const established = await connectionsTo(pid, Number(new URL(url).port));
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => null)));
  return targets.filter((target) => target !== null && !established.has(target)).length;
}

/** The established connections to a port, as links to descriptors name them (columns of /proc/PID/net/tcp: proc(5)). */
async function connectionsTo(pid: number, port: number): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(["tcp", "tcp6"].map((table) => readFile(`/proc/${pid}/net/${table}`, "utf8")));
  const rows = texts.flatMap((text) => text.split("\n").slice(1)).map((line) => line.trim().split(/\s+/));
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const ours = rows.filter(([, local, , state]) => local?.endsWith(suffix) === true && state === ESTABLISHED);
  return new Set(ours.map((row) => `socket:[${row[INODE]}]`));
}
