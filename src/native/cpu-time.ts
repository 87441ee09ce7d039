import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever the kernel's own ticks are (proc_pid_stat(5), USER_HZ). */
const MS_PER_TICK = 10;
/** Fields 14 and 15, utime and stime, counted from the third, which follows the program's name. */
const UTIME = 11;
const STIME = 12;

/** Milliseconds of processor time that a running process has used, over all threads; 0 where that cannot be read. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[UTIME]) + Number(fields[STIME])) * MS_PER_TICK;
  } catch {
    // It has ended, or this is not Linux; the wall clock bounds it all the same.
    return 0;
  }
}
