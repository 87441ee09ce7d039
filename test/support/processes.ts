import { readdir } from "node:fs/promises";

/** The ids of the processes that look at pictures and films for a data folder. */
export async function sightChildren(dataDir: string): Promise<readonly number[]> {
  return await processesWith("sight", dataDir);
}

/** The ids of the processes whose command line has all of `words`; not of the shells that start them. */
export async function processesWith(...words: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = (await textOf(`/proc/${name}/cmdline`)) ?? "";
    if (words.every((word) => line.includes(word)) && !line.startsWith("/bin/sh")) found.push(Number(name));
  }
  return found;
}

/** The nice value of a process's session (sched(7), "autogroup"); null for a process or a kernel without one. */
export async function sessionNiceOf(pid: number): Promise<string | null> {
  return / nice (-?\d+)\s*$/.exec((await textOf(`/proc/${pid}/autogroup`)) ?? "")?.[1] ?? null;
}

async function textOf(path: string): Promise<string | null> {
  return await Bun.file(path)
    .text()
    .catch(() => null);
}
