/**
 * Answers a function to call after each piece of work: every so many times it asks for a collection, which then runs
 * beside the program (under a millisecond here). Left to itself JavaScriptCore lets garbage grow by as much as is held
 * outside its heap, and a search index is hundreds of megabytes of that.
 */
export function collectEvery(times: number): () => void {
  let count = 0;
  return () => {
    count++;
    if (count % times === 0) Bun.gc(false);
  };
}
