const MEBIBYTE = 1024 ** 2;
/** Chunks that were read are garbage outside the JavaScript heap, which rarely triggers a collection. */
const COLLECT_EVERY_BYTES = 16 * MEBIBYTE;
/** If concurrent collection falls behind, a synchronous one runs, for about 25 ms; at most once per this many bytes. */
const COLLECT_NOW_BYTES = 64 * MEBIBYTE;
const GROWTH_MAX_BYTES = 36 * MEBIBYTE;

/** Returns a function to call with the size of each chunk of an upload. It collects garbage, so that the process does not grow. */
export function collectWhileReading(): (bytes: number) => void {
  const before = process.memoryUsage.rss();
  let sinceRequested = 0;
  let sinceCollected = 0;
  return (bytes) => {
    sinceRequested += bytes;
    sinceCollected += bytes;
    if (sinceRequested < COLLECT_EVERY_BYTES) return;
    sinceRequested = 0;
    const mustWait = sinceCollected >= COLLECT_NOW_BYTES && process.memoryUsage.rss() - before > GROWTH_MAX_BYTES;
    Bun.gc(mustWait);
    if (mustWait) sinceCollected = 0;
  };
}
