/** Sizes in bytes. */
export interface FrameBytes {
  readonly first: number;
  readonly others: number;
}

/**
 * Splits a stream of chunks into frames. An incomplete last frame is dropped. The buffer that `take` gets is reused: it is valid
 * only until `take` returns.
 */
export function frameSplitter(bytes: FrameBytes, take: (frame: Uint8Array) => void): (chunk: Uint8Array) => void {
  const buffer = new Uint8Array(Math.max(bytes.first, bytes.others));
  let frame = buffer.subarray(0, bytes.first);
  let filled = 0;
  return (chunk) => {
    let from = 0;
    while (from < chunk.length) {
      const part = chunk.subarray(from, from + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      from += part.length;
      if (filled < frame.length) continue;
      filled = 0;
      take(frame);
      frame = buffer.subarray(0, bytes.others);
    }
  };
}
