const MEBIBYTE = 1024 ** 2;
/** Chunks that were read are garbage outside the heap, of which the collector takes little notice by itself. */
const COLLECT_EVERY_BYTES = 16 * MEBIBYTE;
/** Where collecting beside the program does not keep up it is done at once, which takes some 25 ms; never more often than this. */
const COLLECT_NOW_BYTES = 64 * MEBIBYTE;
const GROWTH_MAX_BYTES = 36 * MEBIBYTE;

/** Answers a function to be told of what one upload has read, which keeps the process from growing with it. */
export function collectAsRead(): (bytes: number) => void {
  const before = process.memoryUsage.rss();
  let sinceAsked = 0;
  let sinceCollected = 0;
  return (bytes) => {
    sinceAsked += bytes;
    sinceCollected += bytes;
    if (sinceAsked < COLLECT_EVERY_BYTES) return;
    sinceAsked = 0;
    const mustNow = sinceCollected >= COLLECT_NOW_BYTES && process.memoryUsage.rss() - before > GROWTH_MAX_BYTES;
    Bun.gc(mustNow);
    if (mustNow) sinceCollected = 0;
  };
}
