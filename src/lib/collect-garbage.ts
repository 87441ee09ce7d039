/**
 * Returns a function to call after each piece of work. Every `times` calls it requests a garbage collection, which runs
 * concurrently (under a millisecond here). On its own, JavaScriptCore lets garbage grow by as much memory as is held
 * outside its heap, and a search index holds hundreds of megabytes there.
 */
export function collectEvery(times: number): () => void {
  let count = 0;
  return () => {
    count++;
    if (count % times === 0) Bun.gc(false);
  };
}
