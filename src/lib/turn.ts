/** Lets timers, signals and I/O have their turn in the middle of long work. Throws the signal's reason when aborted. */
export async function turn(signal: AbortSignal | null): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
