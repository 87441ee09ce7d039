import { readdir } from "node:fs/promises";

/** Returns the ids of the processes that analyse pictures and films for a data folder. */
export async function sightChildren(dataDir: string): Promise<readonly number[]> {
  return await processesWith("sight", dataDir);
}

/** Returns the ids of processes whose command line has all of `words`, without the shells that started them. */
export async function processesWith(...words: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = (await textOf(`/proc/${name}/cmdline`)) ?? "";
    if (words.every((word) => line.includes(word)) && !line.startsWith("/bin/sh")) found.push(Number(name));
  }
  return found;
}

/** Returns the nice value of a process's autogroup (sched(7)), or null if the process or kernel has none. */
export async function sessionNiceOf(pid: number): Promise<string | null> {
  return / nice (-?\d+)\s*$/.exec((await textOf(`/proc/${pid}/autogroup`)) ?? "")?.[1] ?? null;
}

/** Returns the most memory that a process has had, in bytes. */
export async function peakBytesOf(pid: number): Promise<number> {
  return 1_024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec((await textOf(`/proc/${pid}/status`)) ?? "")?.[1]);
}

async function textOf(path: string): Promise<string | null> {
  return await Bun.file(path)
    .text()
    .catch(() => null);
}
