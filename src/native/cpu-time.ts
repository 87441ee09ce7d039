import { readFileSync } from "node:fs";

/** Linux reports hundredths of a second, independent of the kernel's timer frequency (proc_pid_stat(5), USER_HZ). */
const MS_PER_TICK = 10;
/** Fields 14 and 15, utime and stime, as indices from field 3, the first after the program's name. */
const UTIME = 11;
const STIME = 12;

/** Milliseconds of processor time that a running process has used in all threads; 0 if it cannot be read. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[UTIME]) + Number(fields[STIME])) * MS_PER_TICK;
  } catch {
    // The process has ended, or this is not Linux. The limit on wall clock time still applies.
    return 0;
  }
}
