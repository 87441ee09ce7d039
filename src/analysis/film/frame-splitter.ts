/**
 * Splits a stream of chunks into frames of one size. An incomplete last frame is dropped. The buffer that `take` gets is
 * reused: it is valid only until `take` returns.
 */
export function frameSplitter(frameBytes: number, take: (frame: Uint8Array) => void): (chunk: Uint8Array) => void {
  const frame = new Uint8Array(frameBytes);
  let filled = 0;
  return (chunk) => {
    let from = 0;
    while (from < chunk.length) {
      const part = chunk.subarray(from, from + frameBytes - filled);
      frame.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < frameBytes) continue;
      filled = 0;
      take(frame);
    }
  };
}
