/** Runs `work` and returns its value and its wall-clock time in milliseconds. */
export async function timed<Value>(
  work: () => Value | Promise<Value>,
): Promise<{ readonly value: Value; readonly ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}
