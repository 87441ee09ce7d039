/** Lets timers, signals and I/O run in the middle of long work. Throws the reason of an aborted signal. */
export async function yieldToEventLoop(signal: AbortSignal | null): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
