import { readFileSync } from "node:fs";

/** Linux reports hundredths of a second, independent of the kernel's timer frequency (proc_pid_stat(5), USER_HZ). */
const MS_PER_TICK = 10;
/** Fields 14 to 17: utime, stime, and those of children that were waited for. Indices from field 3, after the program's name. */
const UTIME = 11;
const STIME = 12;
const CUTIME = 13;
const CSTIME = 14;
/** Processes to read in one tree. An analysis has fewer than ten. */
const PROCESSES_MAX = 64;

/**
 * Milliseconds of processor time that a running process and all its descendants have used, including those that have ended.
 * Null if it cannot be read: the process has ended, or this is not Linux.
 */
export function cpuMsOfTree(root: number): number | null {
  const total = cpuMsOf(root);
  if (total === null) return null;
  // Parents before their children: a child that is waited for in between is missed once and not counted twice.
  const pids = childrenOf(root);
  let sum = total;
  for (let at = 0; at < pids.length && at < PROCESSES_MAX; at++) {
    const pid = pids[at] ?? 0;
    sum += cpuMsOf(pid) ?? 0;
    pids.push(...childrenOf(pid));
  }
  return sum;
}

/** Milliseconds of processor time of a process in all threads, and of its children that were waited for. */
function cpuMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [UTIME, STIME, CUTIME, CSTIME].reduce((sum, field) => sum + Number(fields[field]), 0) * MS_PER_TICK;
  } catch {
    return null;
  }
}

/**
 * Returns the running children that the main thread has started, which is the one that runs JavaScript. Empty on kernels that do not
 * list them. Other threads are not read: once somebody has, the kernel drops what it knows of each thread when it ends. If a thread
 * of a niced process is interrupted in the middle of that, whoever waits for the process spins until it gets its turn again, and that
 * was our request thread, for up to a second on two busy cores.
 */
function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
    return list === "" ? [] : list.split(" ").map(Number);
  } catch {
    return [];
  }
}
