/** Returns the processor time of this process so far, in milliseconds over all threads. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Returns the resident memory of this process, in megabytes. */
export function rssMb(): number {
  return process.memoryUsage().rss / 1e6;
}
