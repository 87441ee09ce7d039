const TICKS_PER_SECOND = 100;

/** Processor time of children in seconds. */
export async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = await childTicks();
  await work();
  return ((await childTicks()) - before) / TICKS_PER_SECOND;
}

/** User and system time of children that have ended (proc(5), fields 16 and 17 of stat). */
async function childTicks(): Promise<number> {
  const stat = await Bun.file("/proc/self/stat").text();
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[13]) + Number(fields[14]);
}
